/** What the program of the hostile battery prints. */
export interface HostileTimes {
  readonly runs: readonly {
    readonly id: string
    readonly seconds: number
    /** Peak memory of the run, above what the process had and above what a quiet run takes. */
    readonly grownBytes: number
  }[]
  /** Peak memory of a quiet run. */
  readonly quietPeakBytes: number
  /** When a run is ended at the latest. */
  readonly deadlineSeconds: number
}
