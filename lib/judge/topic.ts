/** What requirements of one kind have in common, for people: why they matter, what usually breaks them, and how to mend that. */
export interface Topic {
  /** Permanent: part of the address of a page. */
  readonly id: string
  readonly title: string
  /** Ids of the requirements that belong to it. */
  readonly covers: RegExp
  /** Why a violation harms whoever uses the API. */
  readonly matters: string
  /** Common causes, each with what to do about it. */
  readonly fixes: readonly string[]
  /** Families of variants whose freedoms lie nearby. */
  readonly freedoms: readonly string[]
}

/** The topic of a requirement. Throws where none covers the id: every id of a catalogue is covered. */
export function topicOf(topics: readonly Topic[], id: string): Topic {
  const found = topics.find(({ covers }) => covers.test(id))
  if (found === undefined) throw new Error(`no topic covers ${id}`)
  return found
}
