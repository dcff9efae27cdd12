import type { ReferenceOptions } from '../../../../fixtures/reference/index.ts'
import { CASES } from '../../../../suites/index.ts'
import type { CaseDefinition } from '../../../engine/case/suite.ts'
import type { Transport } from '../../../engine/http/transport.ts'
import { type RunOutcome, verifyTarget } from '../index.ts'
import type { RunOptions } from '../options.ts'
import type { Target } from '../target.ts'
import { inProcessTarget } from '../in-process.ts'
import { SCOPE } from '../scope.ts'
import { OPTIONS } from './options.ts'

/** Every case except those that spend a whole allowance. */
export const FRUGAL_CASES: readonly CaseDefinition[] = CASES.filter(
  ({ needs }) => !needs.includes('exhaustibleKey'),
)

/** The cases of the smoke profile: they run in a tenth of a second. */
export const SMOKE_CASES: readonly CaseDefinition[] = FRUGAL_CASES.filter(({ smoke }) => smoke)

export interface WholeRun {
  readonly reference?: ReferenceOptions
  readonly options?: Partial<RunOptions>
  readonly cases?: readonly CaseDefinition[]
  /** Wraps the transport between the run and the reference service. */
  readonly through?: (reference: Transport, target: Target) => Transport
  readonly signal?: AbortSignal
  readonly onWait?: (ms: number) => void
}

/** Verifies the reference service in process, from preflight to record. */
export async function wholeRun(run: WholeRun = {}): Promise<RunOutcome> {
  const target = inProcessTarget(run.reference ?? {})
  const through = run.through?.(target.transport, target) ?? target.transport
  try {
    return await verifyTarget(
      { ...target, transport: through },
      { ...SCOPE, cases: run.cases ?? FRUGAL_CASES },
      { ...OPTIONS, ...run.options },
      { onWait: run.onWait, signal: run.signal },
    )
  } finally {
    await target.close()
  }
}

/** Ids of the requirements with this verdict. */
export function withVerdict({ record }: Pick<RunOutcome, 'record'>, verdict: string): string[] {
  return record.requirements.filter((row) => row.verdict === verdict).map(({ id }) => id)
}
