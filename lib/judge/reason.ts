/**
 * Why something is neither passed nor failed. The text beside it is for people; whatever is decided is decided by this.
 * - `missing-need`: the operator or the workspace would have to provide something
 * - `premise-broken`: what the check leans on is itself violated, or could not be read
 * - `undecided`: what came back leaves the question open
 * - `not-seen`: no answer of the run gave anything to judge it by
 * - `budget`: the allowance does not reach for it
 * - `rate-limited`: the key was answered 429
 * - `connection`: no answer came
 * - `interrupted`: the run was ended before
 * - `key-rejected`: the key stopped working in the middle of the run
 * - `tool-fault`: the tool itself failed
 * - `not-selected`: left out by the operator's selection
 * - `other-shard`: its cases belong to another shard
 * - `more-findings`: it is failed, and not all findings are shown
 */
export const REASON_KINDS = [
  'missing-need',
  'premise-broken',
  'undecided',
  'not-seen',
  'budget',
  'rate-limited',
  'connection',
  'interrupted',
  'key-rejected',
  'tool-fault',
  'not-selected',
  'other-shard',
  'more-findings',
] as const
export type ReasonKind = (typeof REASON_KINDS)[number]
