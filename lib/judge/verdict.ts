/** The result of a requirement or a case. */
export const VERDICTS = ['passed', 'failed', 'inconclusive', 'not-applicable', 'disabled', 'error'] as const
export type Verdict = (typeof VERDICTS)[number]

/** The result of the whole run. */
export type RunVerdict = 'passed' | 'failed' | 'incomplete' | 'error'
