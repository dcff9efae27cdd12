/** The subject of a contradiction. */
export type ContradictionKind =
  | 'openapi-version'
  | 'info-version'
  | 'operation'
  | 'parameter'
  | 'request-body'
  | 'response'
  | 'security'

/** One statement of a served description that contradicts the specification. */
export interface Contradiction {
  readonly kind: ContradictionKind
  /** The place in words: `POST /leads body name`. */
  readonly where: string
  readonly expected: string
  readonly received: string
}
