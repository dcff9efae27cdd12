/** Pages of a list that are read together: what is asked for, and what must hold of it while nobody changes the list. */
import type { Actor, Query } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import type { Need } from '../../lib/harness/needs.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import type { JsonObject } from '../../lib/util/values.ts'
import { isLimitOpen } from './facts.ts'

/** The first hundred items of a list, filtered or not. */
export interface Whole {
  readonly list: ListKey
  readonly first: Answer
  readonly items: readonly JsonObject[]
  readonly total: number
}

/** Where a page is asked for; without a limit, whatever the default is. */
export interface Place {
  readonly limit?: number
  readonly offset: number
}

/** A list, and pages of it. */
export interface Seen extends Whole {
  readonly pages: readonly (Place & { readonly page: Answer })[]
}

/** What a page shows that it must not. */
export interface Problem {
  readonly page: Answer
  readonly expected: string
  readonly received: string
  readonly pointer?: string
}

/** Pages to read, and what must hold of them together. What one of them shows alone, the oracle of pages judges. */
export interface Law {
  /** The least number of items that it takes: two, where it does not say otherwise. */
  readonly atLeast?: number
  readonly places: (whole: Whole) => readonly Place[]
  readonly problem?: (seen: Seen) => Problem | undefined
}

/** Whose list is read, filtered or not, and by which law. */
interface Reading {
  readonly actor: Actor
  readonly list: ListKey
  readonly law: Law
  readonly query?: Query
  /** What the refusal of a page violates. */
  readonly refusedAs: (place: Place, total: number) => string
}

/** Reads pages of a list, and expects a law to hold of them. Resolves with whether there were enough items. */
export async function expectLaw<N extends Need>(
  { expect, inconclusive, quiet }: Pick<Context<N>, 'expect' | 'inconclusive' | 'quiet'>,
  { actor, list, law: { atLeast = 2, places, problem }, query = {}, refusedAs }: Reading,
): Promise<boolean> {
  const read = async (): Promise<Seen> => {
    const first = (await actor.fullPage(list, query)).control()
    const { items, total } = first
    if (total === undefined) return inconclusive('the response has no valid `pagination.total`')
    const whole = { list, first, items, total }
    const pages = (items.length < atLeast ? [] : places(whole)).map(async (place) => ({
      ...place,
      page: await actor.list(list, { ...place, ...query }),
    }))
    return { ...whole, pages: await Promise.all(pages) }
  }
  const wrong = (seen: Seen): Problem | undefined =>
    seen.pages.every(({ page }) => page.status === 200) ? problem?.(seen) : undefined
  const seen = await quiet(
    read,
    (value) => wrong(value) === undefined,
    () => actor.fullPage(list, query),
  )
  for (const { page, ...place } of seen.pages)
    expect(page).toAnswer(200, { requirement: refusedAs(place, seen.total) })
  if (isLimitOpen(list) && !seen.pages.every(isAsAsked))
    inconclusive('needs a service that applies the requested `limit`')
  const found = wrong(seen)
  if (found !== undefined)
    expect(found.page).toSatisfy(false, found.expected, found.received, {
      also: [seen.first, ...seen.pages.map(({ page }) => page).filter((page) => page !== found.page)],
      pointer: found.pointer,
    })
  return seen.items.length >= atLeast
}

/** Whether a page has the limit that was asked for. */
function isAsAsked({ page, limit }: Seen['pages'][number]): boolean {
  return limit === undefined || (page.items.length <= limit && page.page['limit'] === limit)
}
