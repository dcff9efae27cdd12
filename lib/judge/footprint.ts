/** What the run created or changed on the target, and could not undo. */
export interface FootprintEntry {
  readonly kind: 'created' | 'changed'
  readonly resource: string
  readonly id: string
  readonly note: string
}
