import { isServerError } from '../../../engine/judge/erratic.ts'
import { judgeExchange, RUN_ORACLES } from '../../../../suites/index.ts'
import { Answer } from '../../../engine/case/answer.ts'
import type { Exchange } from '../../../engine/http/exchange.ts'
import { LONGEST_BODY, MOST_RETAINED, withKeptTexts } from '../../../engine/http/kept.ts'
import { Findings, type Seen } from '../../../engine/judge/doubt.ts'
import type { Finding } from '../../../engine/judge/finding.ts'
import type { Judgement } from '../../../engine/judge/judgements.ts'
import { sentBody } from '../../../engine/judge/reading.ts'
import { CONTRACT } from '../../../engine/contract/api.ts'
import { messageOf } from '../../../engine/util/errors.ts'

/** How often oracles saw a requirement hold, and exchanges that show it: in a run, all of them. */
export interface Holding {
  count: number
  readonly evidence: number[]
}

/** All exchanges of a run so far, and the findings in them. */
export class Tally {
  readonly exchanges: Exchange[] = []
  /** The findings of oracles and cases. */
  readonly found = new Findings()
  /** Exceptions in oracles: faults of the tool, one line each. */
  readonly faults: string[] = []
  /** How often each requirement held. */
  readonly held = new Map<string, Holding>()
  private readonly answers = new Map<string, Answer[]>()
  private retained = 0
  private hasWritten = false
  private readonly baseUrl: string

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl
  }

  get judgements(): number {
    let sum = this.found.size
    for (const { count } of this.held.values()) sum += count
    return sum
  }

  /** Judges the whole exchange, and keeps its bounded copy. */
  add(exchange: Exchange): void {
    if (exchange.swallowed !== true) this.judge(exchange)
    const isKept = this.retained + sizeOf(exchange) <= MOST_RETAINED
    if (isKept) this.retained += sizeOf(exchange)
    const isShort = (exchange.response?.text.length ?? 0) <= LONGEST_BODY
    const kept = isKept || isShort ? exchange : withKeptTexts(exchange)
    this.exchanges.push(kept)
    const { operation = '' } = exchange
    const answers = this.answers.get(operation) ?? []
    this.answers.set(operation, answers)
    answers.push(new Answer(kept))
  }

  answersTo(operation: string): readonly Answer[] {
    return this.answers.get(operation) ?? []
  }

  /** The exchanges that say something about the API. */
  get judged(): readonly Exchange[] {
    return this.exchanges.filter(({ swallowed }) => swallowed !== true)
  }

  /** Applies the oracles that need the whole run. */
  conclude(): void {
    this.exchanges.sort((a, b) => a.id - b.id)
    const { exchanges } = this
    for (const judgeAll of RUN_ORACLES) this.attempt(() => this.take(judgeAll(exchanges)))
  }

  /** The answers that certain findings blame. */
  get blamed(): readonly Exchange[] {
    const ids = new Set(this.found.certain.map(({ exchanges: [first] }) => first))
    return this.exchanges.filter(({ id }) => ids.has(id))
  }

  /** Drops the findings on some exchanges. */
  disregard(isMeant: (exchange: Exchange) => boolean): void {
    const ids = new Set(this.exchanges.filter(isMeant).map(({ id }) => id))
    this.found.drop(({ exchanges }) => exchanges.some((id) => ids.has(id)))
  }

  /** Drops what cases found in server errors: oracles judge the errors themselves. */
  disregardErrors(): void {
    const errors = new Set(this.exchanges.filter(isServerError).map(({ id }) => id))
    this.found.drop(({ case: of, exchanges: [first = 0] }) => of !== undefined && errors.has(first))
  }

  private judge(exchange: Exchange): void {
    this.attempt(() => {
      const { baseUrl } = this
      this.hasWritten ||= isWrite(exchange)
      this.take(judgeExchange(exchange, { baseUrl, contract: CONTRACT }), exchange)
    })
  }

  /** A fault in one judgement does not affect the others. */
  private attempt(judgement: () => void): void {
    try {
      judgement()
    } catch (error) {
      this.faults.push(messageOf(error))
    }
  }

  private take({ held, findings }: Judgement, exchange?: Exchange): void {
    for (const [requirement, times] of held) this.hold(requirement, times, exchange?.id)
    // Server errors aside, what proves nothing is a page that differs from its total. Some services count only
    // now and then: after the run's writes, the two may differ.
    const isTelling = ({ proof, status = 200 }: Finding): boolean =>
      proof === true || status >= 500 || !this.hasWritten
    const seen: Omit<Seen, 'finding'> = { pass: exchange?.pass ?? 1, asked: exchange && askedBy(exchange) }
    for (const finding of findings) if (isTelling(finding)) this.found.add({ finding, ...seen })
  }

  private hold(requirement: string, times: number, exchange?: number): void {
    const known = this.held.get(requirement) ?? { count: 0, evidence: [] }
    this.held.set(requirement, known)
    known.count += times
    if (exchange !== undefined && known.evidence.at(-1) !== exchange) known.evidence.push(exchange)
  }
}

/**
 * The question of a request, without its values: a case that runs again writes other texts into the same
 * fields.
 */
function askedBy(exchange: Exchange): string {
  const { key, request } = exchange
  return [key, request.method, request.url, ...Object.keys(sentBody(exchange))].join(' ')
}

/**
 * The memory that an answer takes. The text of a large body is cut but its parsed values are kept, so the
 * whole size counts.
 */
function sizeOf({ response }: Exchange): number {
  if (response === undefined) return 0
  const { text, size } = response
  return text.length <= LONGEST_BODY ? text.length : size
}

function isWrite({ request, response }: Exchange): boolean {
  return request.method !== 'GET' && response?.status === 200
}
