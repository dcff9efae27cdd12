/** The engine put together with this API, for tests of its reference service. */
import { SETUP } from '../composition.ts'
import { inProcessTarget as inProcess, type Target } from '../run/target.ts'
import { planRun as planRunWith, runConformance as runWith } from '../run/index.ts'
import { selectCases as selectFrom } from '../run/selection.ts'
import type { ReferenceOptions } from '../../fixtures/reference/index.ts'
import { withFurther as withFurtherOf } from '../run/cases.ts'

type Rest<F> = F extends (first: never, ...rest: infer R) => infer T ? (...rest: R) => T : never

const bind = <F extends (first: typeof SETUP, ...rest: never[]) => unknown>(act: F): Rest<F> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same function without its first parameter
  ((...rest: never[]) => act(SETUP, ...rest)) as Rest<F>

export const runConformance = bind(runWith)
export const planRun = bind(planRunWith)

/** The reference service without sockets, with the changes of a test. */
export function inProcessTarget(change: ReferenceOptions = {}): Target {
  return inProcess(SETUP, change)
}

const { catalogue } = SETUP.api

export function selectCases(
  cases: Parameters<typeof selectFrom>[0],
  options: Parameters<typeof selectFrom>[1],
): ReturnType<typeof selectFrom> {
  return selectFrom(cases, options, catalogue)
}

export function withFurther(
  cases: Parameters<typeof withFurtherOf>[0],
  suites: Parameters<typeof withFurtherOf>[1],
): ReturnType<typeof withFurtherOf> {
  return withFurtherOf(cases, suites, catalogue)
}
