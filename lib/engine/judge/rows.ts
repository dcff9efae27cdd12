import type { Recorded, Requirement, Source, Strength, Theme } from './requirement.ts'
import { type OperationKey, OPERATIONS } from '../contract/operations.ts'

/** The subject of a requirement: one operation, every operation (`*`), or something outside part 4. */
export type Endpoint = OperationKey | '*' | 'GET /openapi.json' | 'apex host' | 'webhooks'

interface Section extends Pick<Source, 'section'> {
  readonly part: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
  /** Omitted if the operation itself is the heading of the section. */
  readonly endpoint?: Endpoint
  /** The theme of its rules, if it differs from the theme of the endpoint. */
  readonly theme?: Theme
  /** The version of this tool that added its rules; absent: 0.1. */
  readonly since?: string
}

/** How harmful a violation is, and why: the last member of a rule. */
export type Harm = Required<Pick<Requirement, 'severity' | 'why'>>

/** Access without a right, or to another workspace. */
export const critical = (why: string): Harm => ({ severity: 'critical', why })
/** An answer or an effect that clients rely on is wrong. */
export const major = (why: string): Harm => ({ severity: 'major', why })
/** A carefully written client still works. */
export const minor = (why: string): Harm => ({ severity: 'minor', why })

/** A rule with another theme than its endpoint: the theme decides its place in reports. */
export const about = (theme: Theme, rule: Requirement): Requirement => ({ ...rule, theme })

/** A rule that a recording cannot show if it lacks one of these parts of the exchange. */
export const seenIn = (parts: Recorded | readonly Recorded[], rule: Requirement): Requirement => ({
  ...rule,
  seenIn: [parts].flat(),
})

/** States rules of one section about one endpoint: id, place in the section, text, and the harm of a violation. */
export interface Statements {
  /** A rule that the specification states. */
  readonly must: (id: string, item: string, text: string, harm: Harm) => Requirement
  /** A rule that follows from the specification; `because` says how. */
  readonly derived: (id: string, item: string, text: string, because: string, harm: Harm) => Requirement
  /** A point that the specification leaves open or contradicts: observed, never failed. */
  readonly open: (id: string, item: string, text: string) => Requirement
  /** A statement that cannot be judged from outside, with the reason. */
  readonly excluded: (id: string, item: string, text: string, reason: string) => Requirement
}

/**
 * Functions that state the rules of one section.
 * @example
 * const part4 = statementsOf({ part: 4, section: 'POST /leads' })
 * part4.must('CREATE-LEAD-05', 'chatbot_id string yes', 'A body without `chatbot_id` returns 400.', major('…'))
 */
export function statementsOf({ part, section, endpoint, theme, since }: Section): Statements {
  const subject = endpoint ?? OPERATIONS.find((operation) => operation === section)
  if (subject === undefined) throw new Error(`part ${part}, "${section}": the endpoint is not given`)
  const stated = (strength: Strength, id: string, item: string, text: string): Requirement => {
    const source = { part, section, item }
    return { id, part, endpoint: subject, strength, source, text, theme, since }
  }
  return {
    must: (id, item, text, harm) => ({ ...stated('must', id, item, text), ...harm }),
    derived: (id, item, text, because, harm) => ({ ...stated('derived', id, item, text), because, ...harm }),
    open: (id, item, text) => stated('open', id, item, text),
    excluded: (id, item, text, reason) => ({ ...stated('must', id, item, text), excluded: reason }),
  }
}
