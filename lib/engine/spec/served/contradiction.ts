/** One statement of a served description that contradicts the specification. */
export interface Contradiction {
  /** The subject. */
  readonly kind: 'info-version' | 'operation' | 'parameter' | 'request-body' | 'response' | 'security'
  /** The place in words: `POST /leads body name`. */
  readonly where: string
  readonly expected: string
  readonly received: string
}
