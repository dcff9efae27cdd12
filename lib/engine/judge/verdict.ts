/** The result of a requirement or a case. */
export const VERDICTS = ['passed', 'failed', 'inconclusive', 'disabled', 'error'] as const
export type Verdict = (typeof VERDICTS)[number]

/** The result of the whole run. */
export type RunVerdict = 'passed' | 'failed' | 'incomplete' | 'error'

/**
 * Why something is neither passed nor failed. The text beside it is for people; all decisions use the kind.
 * - `missing-need`: the operator or the workspace lacks something
 * - `premise-broken`: what the check depends on is violated or unreadable
 * - `undecided`: the answers leave the question open
 * - `not-seen`: no answer of the run exercised it
 * - `budget`: the allowance is too small
 * - `rate-limited`: the key got 429
 * - `connection`: there was no answer
 * - `withheld`: not asked, because its endpoint did not answer others in time
 * - `interrupted`: the run ended before
 * - `stopped`: the run stopped at a violation, as the operator asked (`--bail`)
 * - `key-rejected`: the key stopped working during the run
 * - `tool-fault`: the tool itself failed
 * - `not-selected`: excluded by the operator's selection
 * - `more-findings`: failed, and not all findings are shown
 */
export const REASON_KINDS = [
  'missing-need',
  'premise-broken',
  'undecided',
  'not-seen',
  'budget',
  'rate-limited',
  'connection',
  'withheld',
  'interrupted',
  'stopped',
  'key-rejected',
  'tool-fault',
  'not-selected',
  'more-findings',
] as const
export type ReasonKind = (typeof REASON_KINDS)[number]
