/** Something that the run created or changed on the target and could not undo. */
export interface FootprintEntry {
  /** `perhaps created`: the request was sent and its answer is missing. */
  readonly kind: 'created' | 'changed' | 'perhaps created'
  readonly resource: string
  readonly id: string
  readonly note: string
}
