import { setImmediate as turn } from 'node:timers/promises'
import { type Transport, TransportError } from '../http/transport.ts'
import type { Verdict } from '../judge/verdict.ts'
import { inProcessTarget, type Target } from '../run/target.ts'
import type { Setup, NullTarget } from '../run/setup.ts'
import { createRandom, shuffled } from '../util/collections.ts'
import type {
  MutantResult,
  NullResult,
  PairResult,
  RepetitionResult,
  VariantResult,
  Violated,
} from './matrix.ts'
import { tryPair } from './pairs.ts'
import { type ProofSettings, tryMutant, tryTogether, tryVariant } from './subjects.ts'
import { frozenClock, proofOptions, tryTarget } from './trial.ts'
import { Mailbox } from '../run/deliveries.ts'

/** One task of a proof, as plain data: another process may perform it. */
export type Task =
  | { readonly kind: 'mutant'; readonly id: string }
  | { readonly kind: 'variant'; readonly id: string }
  | { readonly kind: 'combination'; readonly ids: readonly string[] }
  | {
      readonly kind: 'pair'
      readonly mutants: readonly string[]
      readonly variant?: string
      /** What is known of the mutants from their own trials. */
      readonly alone?: Readonly<Record<string, Violated>>
    }
  | { readonly kind: 'null'; readonly id: string; readonly servedPath?: string }
  | { readonly kind: 'repetition'; readonly number: number }

/** The outcome of a task, as plain data. */
export type Outcome =
  | { readonly kind: 'mutant'; readonly result: MutantResult }
  | { readonly kind: 'variant'; readonly result: VariantResult }
  | { readonly kind: 'combination'; readonly result: VariantResult }
  | { readonly kind: 'pair'; readonly result: PairResult }
  | { readonly kind: 'null'; readonly result: NullResult }
  | { readonly kind: 'repetition'; readonly result: RepetitionResult }

/** A task with what earlier ones found out: a pair need not try again what its mutants violate alone. */
export function informed(task: Task, earlier: readonly Outcome[]): Task {
  if (task.kind !== 'pair') return task
  const known = earlier.flatMap((one) =>
    one.kind === 'mutant' && task.mutants.includes(one.result.id) ? [one.result] : [],
  )
  return { ...task, alone: Object.fromEntries(known.map(({ id, violated }) => [id, violated])) }
}

/** Performs one task of a proof. */
export async function perform(setup: Setup, task: Task, settings: ProofSettings): Promise<Outcome> {
  const { mutants, variants } = setup.embedded
  switch (task.kind) {
    case 'mutant':
      return { kind: 'mutant', result: await tryMutant(setup, named(await mutants(), task.id), settings) }
    case 'variant':
      return { kind: 'variant', result: await tryVariant(setup, named(await variants(), task.id), settings) }
    case 'combination': {
      const all = await variants()
      const freedoms = task.ids.map((id) => named(all, id))
      return { kind: 'combination', result: await tryTogether(setup, freedoms, settings) }
    }
    case 'pair': {
      const [faults, freedoms] = [await mutants(), await variants()]
      const pair = {
        mutants: task.mutants.map((id) => named(faults, id)),
        ...(task.variant === undefined ? {} : { variant: named(freedoms, task.variant) }),
      }
      return { kind: 'pair', result: await tryPair(setup, pair, settings, task.alone) }
    }
    case 'null':
      return { kind: 'null', result: await tryNull(setup, task, settings) }
    default:
      return { kind: 'repetition', result: await repeat(setup, task.number, settings) }
  }
}

function named<T extends { readonly id: string }>(items: readonly T[], id: string): T {
  const found = items.find((item) => item.id === id)
  if (found === undefined) throw new Error(`there is no ${id}`)
  return found
}

async function tryNull(
  setup: Setup,
  { id, servedPath }: Extract<Task, { kind: 'null' }>,
  { seed, fuzzRuns }: ProofSettings,
): Promise<NullResult> {
  const target = named(await setup.embedded.nullTargets(), id)
  const trial = await tryTarget(
    nullTarget(setup, target, servedPath),
    setup.cases,
    proofOptions(seed, fuzzRuns),
  )
  const verdicts = trial.verdicts()
  const said = (verdict: string): string[] =>
    [...verdicts].flatMap(([requirementId, given]) =>
      given === verdict && setup.api.catalogue.get(requirementId).strength !== 'open' ? [requirementId] : [],
    )
  const passed = said('passed')
  return {
    id: servedPath === undefined ? id : `${id}, GET ${servedPath} aside`,
    how: target.how,
    passed,
    failed: said('failed'),
    wronglyPassed: passed.filter((requirementId) => !(requirementId in target.mayPass)),
    ...(trial.problem === undefined ? {} : { problem: trial.problem }),
    durationMs: trial.durationMs,
  }
}

/**
 * Runs all cases once more, in another order, with another seed, and with answers in another order. Every third
 * repetition runs against a workspace in use; of those only violations are reported, because there must be none.
 */
export async function repeat(
  setup: Setup,
  number: number,
  { seed, fuzzRuns }: ProofSettings,
): Promise<RepetitionResult> {
  const inUse = (await setup.embedded.variants()).filter(({ isBusy }) => isBusy)
  const random = createRandom(seed + number)
  const busy = number % 3 === 2 ? inUse[Math.floor(number / 3) % inUse.length] : undefined
  const target = jittered(
    inProcessTarget(setup, { now: frozenClock, ...busy?.options?.(), ...(busy && { seams: busy.seams() }) }),
    random,
  )
  const trial = await tryTarget(target, shuffled(setup.cases, random), proofOptions(seed + number, fuzzRuns))
  const steady = (verdict: Verdict): boolean =>
    busy === undefined || verdict === 'failed' || verdict === 'error'
  return {
    number,
    busy: busy !== undefined,
    verdicts: Object.fromEntries([...trial.verdicts()].filter(([, verdict]) => steady(verdict))),
    durationMs: trial.durationMs,
  }
}

/** A target whose answers overtake each other: each is delayed by up to three turns of the event loop. */
function jittered(target: Target, random: () => number): Target {
  const wait = async (): Promise<void> => {
    for (let turns = Math.floor(random() * 4); turns > 0; turns--) await turn()
  }
  const transport: Transport = async (request, signal) => {
    await wait()
    const answer = await target.transport(request, signal)
    await wait()
    return answer
  }
  return { ...target, transport }
}

/**
 * A null target.
 * @param servedPath - a path that works as in the reference service
 */
export function nullTarget({ api, embedded }: Setup, { answer }: NullTarget, servedPath?: string): Target {
  const service = embedded.create()
  const transport: Transport = async (request) => {
    const authorized = request.headers.some(
      ([name, value]) => name === 'Authorization' && value === `Bearer ${service.keys.main}`,
    )
    const isServed =
      servedPath !== undefined &&
      authorized &&
      request.method === 'GET' &&
      request.url === `${service.baseUrl}${servedPath}`
    if (isServed) return service.handle(request)
    const answered = answer(request)
    if (answered === undefined) throw new TransportError('timeout', 'no answer')
    return answered
  }
  return {
    api,
    baseUrl: service.baseUrl,
    embedded: false,
    transport,
    keys: service.keys,
    apexUrl: service.apexUrl,
    mailbox: new Mailbox(0),
    webhooks: true,
    // Waiting cannot change the answers of such a target.
    pause: () => turn(),
    close: () => service.close(),
  }
}
