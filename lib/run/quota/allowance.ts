import type { Allowance } from '../../harness/allowance.ts'
import type { CaseDefinition } from '../../harness/case.ts'
import type { Ledger } from '../../http/ledger.ts'
import type { RunOptions } from '../options.ts'

/** Generated inputs for which the cases of generated tests declare their cost. */
const DECLARED_FUZZ_RUNS = 5
/** Reading cases declare what each would fetch alone; together they fetch so much of it. */
const SHARED = 0.7
/** Held back for putting things back at the end. */
export const RESTORING = 4

type Limits = Pick<RunOptions, 'budget' | 'floor' | 'wait' | 'fuzzRuns' | 'writes'>

/**
 * Requests that a case is likely to send on the key under test.
 * @param alone - there is no key of a second workspace that could spare the key under test
 */
export function priceOf(definition: CaseDefinition, fuzzRuns: number, alone = false): number {
  const declared = Number.isFinite(definition.cost) ? definition.cost : 1
  const cost = definition.phase === 'read' ? declared * SHARED : declared
  const price = alone ? Math.max(cost, definition.costAlone ?? 0) : cost
  return definition.generated ? Math.ceil((price * fuzzRuns) / DECLARED_FUZZ_RUNS) : price
}

/**
 * How many generated inputs the full profile can afford: at most those asked for, and as many as what is left gives after the cases that
 * are not generated.
 * @param alone - there is no key of a second workspace that could spare the key under test
 */
export function affordableFuzzRuns(
  cases: readonly CaseDefinition[],
  left: number,
  { profile, fuzzRuns }: Pick<RunOptions, 'profile' | 'fuzzRuns'>,
  alone = false,
): number {
  if (profile !== 'full') return fuzzRuns
  const sum = (generated: boolean): number =>
    cases
      .filter((definition) => definition.generated === generated)
      .reduce((total, definition) => total + priceOf(definition, DECLARED_FUZZ_RUNS, alone), 0)
  const each = sum(true) / DECLARED_FUZZ_RUNS
  const fits = each === 0 ? fuzzRuns : Math.floor((left - sum(false)) / each)
  return Math.max(Math.min(fuzzRuns, fits), Math.min(fuzzRuns, DECLARED_FUZZ_RUNS))
}

/**
 * The allowance of a run as the schedule sees it. With `--wait` a spent window is no limit.
 * @param alone - there is no key of a second workspace that could spare the key under test
 */
export function allowanceOf(ledger: Ledger, options: Limits, alone: boolean): Allowance {
  const held = options.writes ? RESTORING : 0
  return {
    left: () =>
      (options.wait ? options.budget - (ledger.spent().byKey.main ?? 0) : ledger.spendable()) - held,
    price: (definition) => priceOf(definition, options.fuzzRuns, alone),
  }
}

/** Why cases are left out, and what helps: one line. */
export function shortageOf(
  ledger: Ledger,
  { budget, floor }: Pick<RunOptions, 'budget' | 'floor'>,
  nowMs: number,
): string {
  const unspent = budget - (ledger.spent().byKey.main ?? 0)
  if (unspent <= ledger.spendable()) {
    return `not run: the budget of ${budget} requests does not reach for it (raise --budget)`
  }
  return `not run: ${floor} requests of the key are to stay unspent, and no more are left; ${openingOf(ledger, nowMs)}`
}

/** When the window opens, as far as the target tells. */
export function openingOf(ledger: Ledger, nowMs: number): string {
  const ms = ledger.resetIn(nowMs)
  if (ms === undefined) return 'when the window opens the target does not tell (--wait waits for it)'
  const minutes = Math.ceil(ms / 60_000)
  return `the window opens in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} (--wait waits for it)`
}
