/** The rules that the reads of a single item share. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import { isNewIn, LATE_MS } from '../../lib/engine/case/certainty.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { shuffler } from '../../lib/engine/case/cover.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { type Suite, suite, type Verify } from '../../lib/engine/case/suite.ts'
import type { Requirement } from '../../lib/engine/judge/requirement.ts'
import { about } from '../../lib/engine/judge/rows.ts'
import { type ItemName, type ListKey, operationOf } from '../../lib/engine/contract/operations.ts'
import { contradict, quote, type JsonObject } from '../../lib/engine/util/values.ts'
import { FIELDS } from '../fields/table.ts'
import { readSnapshot } from '../lists/snapshot.ts'
import { expectUnknown } from './unknown.ts'
import { ofEveryKind } from './kinds.ts'
import { restlessSoFar } from './restless.ts'

/**
 * A resource that is listed and read by its id: the rules on its detail, and the fields in which items
 * differ.
 */
interface Detailed {
  readonly list: ListKey
  /** The noun for an item, and the need for one. */
  readonly name: ItemName
  readonly fields: readonly string[]
  readonly answered: Requirement
  readonly asListed: Requirement
  readonly unknown: Requirement
  readonly ownId: Requirement
}

/** Details are found, they equal the item in their list, and they have the requested id. */
export function detailSuites(title: string, detailed: Detailed): readonly Suite[] {
  return [
    suite(title, {}, (verify) => detailCases(verify, detailed)),
    suite(`${title} · at the end`, { phase: 'review' }, (verify) => lastingCases(verify, detailed)),
  ]
}

function detailCases(verify: Verify, detailed: Detailed): void {
  const { list, name, answered, asListed, unknown, ownId } = detailed

  verify(
    about('answers', answered),
    `returns the ${name}`,
    { needs: [name], smoke: true },
    async ({ api, world, expect, inconclusive }) => {
      const id = world[name]
      const answer = await api.detail(list, id)
      if (answer.status === 404) {
        const { items } = await api.fullPage(list)
        // An item that was deleted meanwhile is missing from a fresh list as well.
        const item =
          items.find((one) => one['id'] === id) ??
          inconclusive(`${quote(id)} is no longer listed: it may have been deleted`)
        if (isNewIn(answer.exchange, item))
          inconclusive(`${quote(id)} was created just before: a replica may not know it yet`)
      }
      expect(answer).toAnswer(200)
    },
  )

  verify([asListed, answered.id], 'returns the same field values as the list', { needs: [name] }, (ctx) =>
    compare(ctx, detailed),
  )

  verify(unknown, 'returns 404 for an unknown id', { needs: [name] }, (ctx) =>
    expectUnknown(ctx, list, (id) => ctx.api.detail(list, id)),
  )

  verify(ownId, 'treats a cut, extended or padded id, and a pattern, as a different id', {}, (ctx) =>
    askForOtherIds(ctx, list),
  )
}

/** Asks for ids that resemble one of the workspace; the oracle of ids judges the answers. */
async function askForOtherIds(ctx: Context<never>, list: ListKey): Promise<void> {
  const { api, each, world, inconclusive, settings } = ctx
  const { items, total = items.length } = world.discovery.main.lists[list]
  const [id = inconclusive(`needs an item in ${list}`)] = idsOf(items)
  const cut = id.slice(0, -1)
  const altered = shuffler(settings.seed)([cut, `${id}x`, `${id} `, `${cut}_`])
  const some = settings.inputs === 'pairs' ? altered : altered.slice(0, 2)
  // A service that takes row numbers for ids begins with the first row, and ends with the last one.
  await each([...some, '1', String(total)], async (one) => {
    if (one !== '') (await api.detail(list, one)).mustArrive()
  })
}

/** A difference between list and detail still exists at the end of the run. */
function lastingCases(verify: Verify, detailed: Detailed): void {
  const { name, answered, asListed } = detailed
  verify(
    [asListed.id, answered.id],
    'shows list and detail alike within ten seconds',
    { needs: [name] },
    (ctx) => expectNoLastingDifference(ctx, detailed),
  )
}

/** Items whose detail and list differed, and when. */
interface ComparedItems {
  readonly pairs: readonly Pair[]
  readonly at: number
}

/** The comparisons by list; differences are examined again at the end of the run. */
const comparisons = (ctx: Pick<Context, 'store'>): Map<ListKey, ComparedItems> =>
  ctx.store.once(comparisons, () => new Map())

async function compare(ctx: Context<ItemName>, { list, fields }: Detailed): Promise<void> {
  const { api, settings } = ctx
  const { rows, answers } = await readSnapshot(api, list)
  // The seed chooses among the items of each kind; the oldest one is always included.
  const mixed = [...shuffler(settings.seed)(rows.slice(0, -1)), ...rows.slice(-1)]
  const pairs = await Promise.all(
    idsOf(ofEveryKind(mixed, fields)).map(async (id) =>
      differing(list, id, answers, (await api.detail(list, id)).mustArrive()),
    ),
  )
  comparisons(ctx).set(list, { pairs: pairs.flatMap((pair) => pair ?? []), at: ctx.now() })
}

/**
 * List and detail may be some seconds old: only values that both still show ten seconds later are a
 * difference, unless others change them all the time.
 */
async function expectNoLastingDifference(ctx: Context<never>, { list, answered }: Detailed): Promise<void> {
  const { api, expect, wait, inconclusive } = ctx
  const { pairs: before, at } =
    comparisons(ctx).get(list) ?? inconclusive('list and details were not compared')
  if (before.length === 0) return
  await wait(at + LATE_MS, `${list} and ${list}/{id}, which differ`)
  const { answers } = await readSnapshot(api, list)
  const earlier = new Set(before.map(differenceAsText))
  const now = await Promise.all(
    before.map(async ({ id }) => differing(list, id, answers, (await api.detail(list, id)).mustArrive())),
  )
  const restless = restlessSoFar(ctx, operationOf(list).resource)
  const lasting = now.flatMap((pair) =>
    pair && earlier.has(differenceAsText(pair)) && !restless.has(pair.field ?? '') ? [pair] : [],
  )
  if (lasting.length === 0) inconclusive('the items changed during the check')
  for (const { detail, page, item, field } of lasting) {
    const blame = { also: [page], proof: true } as const
    expect(detail).toHaveStatus([200], { requirement: answered.id, ...blame })
    expect(detail).toSatisfy(
      field === undefined,
      `the same \`${field}\` in list and detail`,
      `${quote(item[field ?? ''])} in the list, ${quote(detail.data[field ?? ''])} in the detail`,
      { pointer: `/data/${field}`, ...blame },
    )
  }
}

interface Pair {
  readonly id: string
  readonly detail: Answer
  readonly page: Answer
  readonly item: JsonObject
  /** The field in which they differ; undefined if the detail is no usable answer. */
  readonly field: string | undefined
}

/** Fields that only details show, and fields that list and detail may count differently. */
const COUNTED_APART: readonly string[] = ['messages', 'message_count']

/**
 * An item and its detail if they differ; undefined if they agree, or if the item is gone from the list
 * because it was deleted meanwhile.
 */
function differing(list: ListKey, id: string, pages: readonly Answer[], detail: Answer): Pair | undefined {
  const page = pages.find(({ items }) => idsOf(items).includes(id))
  const item = page?.items.find((other) => other['id'] === id)
  if (page === undefined || item === undefined) return undefined
  const fields = FIELDS.filter(
    ({ resource, field }) => resource === operationOf(list).resource && !COUNTED_APART.includes(field),
  ).map(({ field }) => field)
  const differs = (name: string): boolean => contradict(item[name], detail.data[name])
  const field = detail.usable ? fields.find(differs) : undefined
  return detail.usable && field === undefined ? undefined : { id, detail, page, item, field }
}

/** A difference as a text: two looks at the same values give the same text. */
function differenceAsText({ id, detail, item, field = '' }: Pair): string {
  return JSON.stringify([id, field, detail.status, item[field], detail.data[field]])
}
