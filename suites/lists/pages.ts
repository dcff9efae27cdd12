/** Pages of a list that are read together: what is asked for, and what must hold of it while nobody changes the list. */
import type { Actor, Query } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import type { Need } from '../../lib/engine/case/needs.ts'
import type { ListKey } from '../../lib/engine/spec/operations.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { isLimitOpen, isOpen, type ListRule } from './facts.ts'

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

/** Pages to read, and what must hold of them together, by rule. What one of them shows alone, the oracle of pages judges. */
export interface Law {
  readonly places: (whole: Whole) => readonly Place[]
  readonly checks: readonly (readonly [ListRule, (seen: Seen) => Problem | undefined])[]
}

/** Whose list is read, filtered or not, and by which law. */
interface Reading {
  readonly actor: Actor
  readonly list: ListKey
  readonly law: Law
  readonly query?: Query
  /** The requirement of a rule. */
  readonly requirementOf: (rule: ListRule) => string
}

/** Reads pages of a list, and expects a law to hold of them. Resolves with whether there were two items. */
export async function expectLaw<N extends Need>(
  { expect, inconclusive, quiet }: Pick<Context<N>, 'expect' | 'inconclusive' | 'quiet'>,
  { actor, list, law: { places, checks }, query = {}, requirementOf }: Reading,
): Promise<boolean> {
  const read = async (): Promise<Seen> => {
    const first = (await actor.fullPage(list, query)).control()
    const { items, total } = first
    if (total === undefined) return inconclusive('the response has no valid `pagination.total`')
    const whole = { list, first, items, total }
    const pages = (items.length < 2 ? [] : places(whole)).map(async (place) => ({
      ...place,
      page: await actor.list(list, { ...place, ...query }),
    }))
    return { ...whole, pages: await Promise.all(pages) }
  }
  const problemsOf = (seen: Seen): readonly (Problem & { readonly rule: ListRule })[] =>
    seen.pages.some(({ page }) => page.status !== 200)
      ? []
      : checks.flatMap(([rule, check]) => {
          const problem = isOpen(list, rule) ? undefined : check(seen)
          return problem === undefined ? [] : [{ rule, ...problem }]
        })
  const seen = await quiet(
    read,
    (value) => problemsOf(value).length === 0,
    () => actor.fullPage(list, query),
  )
  for (const { page, ...place } of seen.pages)
    expect(page).toAnswer(200, { requirement: requirementOf(refusedAs(list, place, seen.total)) })
  if (isLimitOpen(list) && !seen.pages.every(isAsAsked))
    inconclusive('needs a service that applies the requested `limit`')
  for (const { rule, page, expected, received, pointer } of problemsOf(seen))
    expect(page).toSatisfy(false, expected, received, {
      requirement: requirementOf(rule),
      also: [seen.first, ...seen.pages.map((one) => one.page).filter((one) => one !== page)],
      pointer,
    })
  return seen.items.length >= 2
}

/** The rule that the refusal of a page violates: the one about its place. */
function refusedAs(list: ListKey, { limit, offset }: Place, total: number): ListRule {
  if (offset > 0 && offset >= total) return 'beyondEnd'
  return limit === 1 && !isOpen(list, 'limitOne') ? 'limitOne' : 'offset'
}

/** Whether a page has the limit that was asked for. */
function isAsAsked({ page, limit }: Seen['pages'][number]): boolean {
  return limit === undefined || (page.items.length <= limit && page.page['limit'] === limit)
}
