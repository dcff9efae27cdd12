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
  /** Requirements whose violation, if the run shows it, is the cause of this finding: it is not told twice. */
  readonly explainedBy?: readonly string[]
}
