/** What is said of a requirement or a case after a run. */
export const VERDICTS = ['passed', 'failed', 'inconclusive', 'not-applicable', 'disabled', 'error'] as const
export type Verdict = (typeof VERDICTS)[number]

/** What is said of the whole run. */
export type RunVerdict = 'passed' | 'failed' | 'incomplete' | 'error'
