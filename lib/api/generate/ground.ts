/** What generated bodies stand on: values of the workspace, and a mark that tells ours from others. */
export interface Ground {
  /** Lower-case ASCII letters, digits and hyphens, at most 24 characters. */
  readonly mark: string
  /** Fields that every body carries with just this value, unless the defect is planted there. */
  readonly fixed: Readonly<Record<string, unknown>>
  /** Values of fields that a body may carry, where it carries them. */
  readonly values?: Readonly<Record<string, unknown>>
  /** Optional fields that no body carries. */
  readonly without?: readonly string[]
}

/** The three bodies of part 4, by the name of their schema in the contract. */
export const BODIES = ['LeadCreate', 'ConversationPatch', 'MessageCreate'] as const
export type BodyName = (typeof BODIES)[number]
