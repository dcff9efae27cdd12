/** What the program of the hostile battery prints. */
export interface HostileTimes {
  readonly runs: readonly { readonly id: string; readonly seconds: number }[]
  /** Peak memory of the process after quiet runs, before the first hostile one. */
  readonly quietPeakBytes: number
  /** When a run is ended at the latest. */
  readonly deadlineSeconds: number
}
