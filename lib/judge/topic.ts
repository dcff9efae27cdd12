/**
 * What a group of requirements has in common, for people: why it matters, what usually breaks it, how to fix that.
 */
export interface Topic {
  /** Permanent: part of a page's address. */
  readonly id: string
  readonly title: string
  /** Ids of its requirements. */
  readonly covers: RegExp
  /** Why a violation harms users of the API. */
  readonly matters: string
  /** Common causes, each with its remedy. */
  readonly fixes: readonly string[]
  /** Families of variants with nearby freedoms. */
  readonly freedoms: readonly string[]
}

/** The topic of a requirement. Throws if none covers the id: each id of a catalogue is covered. */
export function topicOf(topics: readonly Topic[], id: string): Topic {
  const found = topics.find(({ covers }) => covers.test(id))
  if (found === undefined) throw new Error(`no topic covers ${id}`)
  return found
}
