import type { RequestSpec } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { queryPairs } from '../http/request.ts'

/** The memory that all cases of a run share: the results of steps that run once. */
export class RunStore {
  private readonly results = new Map<unknown, unknown>()
  private readonly first: RunStore | undefined
  private numbers = 0
  private lastTurn: Promise<unknown> = Promise.resolve()

  /** @param first - for second runs: the store of the first runs */
  constructor(first?: RunStore) {
    this.first = first
  }

  /** Whether cases run for the first time. */
  get isFirst(): boolean {
    return this.first === undefined
  }

  /** In a second run: the result of a step (`once`) in the first run, unless the step failed there. */
  async before<T>(step: unknown): Promise<T | undefined> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the step is the key of its own result
    const result = this.first?.results.get(step) as Promise<T> | undefined
    return result?.catch(() => undefined)
  }

  /**
   * The result of a step that runs once per run, in the first case that needs it.
   * @param step - the key of the step: its name, or its function
   */
  once<T>(step: unknown, make: () => T): T {
    if (!this.results.has(step)) this.results.set(step, make())
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the step is the key of its own result
    return this.results.get(step) as T
  }

  /** Acts once all earlier actions have ended. */
  async inTurn(act: () => Promise<void>): Promise<void> {
    const turn = this.lastTurn.then(act)
    this.lastTurn = turn.catch(() => {})
    return turn
  }

  /** 1, then 2, and so on. */
  nextNumber(): number {
    this.numbers += 1
    return this.numbers
  }
}

/** Makes a step run once per run: the first case that needs it runs it, and all cases share the result. */
export function oncePerRun<C extends { readonly store: RunStore }, R>(act: (ctx: C) => R): (ctx: C) => R {
  return (ctx) => ctx.store.once(act, () => act(ctx))
}

/** Answers to plain GETs, shared by all reading cases. */
export class Memo {
  private readonly answers = new Map<string, Promise<Exchange>>()

  /**
   * The earlier answer to a plain GET, or the one that `ask` gets now. Failures are not kept. A request with
   * headers of its own, such as `Cache-Control: no-cache`, always gets a new answer.
   */
  recall(spec: RequestSpec, ask: () => Promise<Exchange>): Promise<Exchange> {
    return this.answers.get(questionOf(spec) ?? '') ?? this.renew(spec, ask)
  }

  /** The answer that `ask` gets now. Others recall it. */
  renew(spec: RequestSpec, ask: () => Promise<Exchange>): Promise<Exchange> {
    const answer = ask()
    const question = questionOf(spec)
    if (question === undefined) return answer
    this.answers.set(question, answer)
    void answer.then(({ response }) => response ?? this.answers.delete(question))
    return answer
  }
}

/** What a plain GET asks for; undefined for other requests. */
function questionOf({ method, headers, key, authorization, path, query }: RequestSpec): string | undefined {
  if (method !== 'GET' || headers !== undefined) return undefined
  const pairs = [...queryPairs(query)].sort(([a], [b]) => Number(a > b) - Number(a < b))
  return JSON.stringify([key, authorization, path, pairs])
}
