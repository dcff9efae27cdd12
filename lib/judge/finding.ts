/** One violation, with what is needed to understand and to repeat it. */
export interface Finding {
  /** Id of the violated requirement. */
  readonly requirement: string
  /** Operation or path where it was seen, e.g. `GET /leads`. */
  readonly where: string
  /** What the specification wants here, in one line. */
  readonly expected: string
  /** What came instead, in one line. */
  readonly received: string
  /** The status of the answer, where the finding is that another one was due. */
  readonly status?: number
  /** JSON pointer into the response body, where one place can be named. */
  readonly pointer?: string
  /** Ids of the exchanges that show it, the telling one first. Empty only for webhook deliveries. */
  readonly exchanges: readonly number[]
  /** Id of the case that asserted it; absent where an oracle over all exchanges found it. */
  readonly case?: string
  /** How often the same was seen (same requirement, place and pointer); 1 unless merged. */
  readonly count: number
  /** For generated tests: how to replay just this. */
  readonly replay?: { readonly seed: number; readonly path: string }
  /** Requirements that are likely causes under the conditions of this finding, beside those of the table of causes. */
  readonly explainedBy?: readonly string[]
  /** Violated requirements that this finding probably follows from, each a root cause. Absent: it follows from none. */
  readonly consequenceOf?: readonly string[]
}
