/** What the reads of a single item have in common: they show what their list shows, of the id that was asked for. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { shuffler } from '../../lib/engine/case/cover.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { type ListKey, operationOf } from '../../lib/engine/spec/operations.ts'
import { contradict, quote, type JsonObject } from '../../lib/engine/util/values.ts'
import { FIELDS } from '../fields/table.ts'
import { readSnapshot } from '../lists/snapshot.ts'
import { ofEveryKind } from './kinds.ts'

/** How a detail is read, and what it is compared with. */
interface Compared {
  readonly list: ListKey
  /** The requirement that the detail is answered at all. */
  readonly answer: string
  readonly read: (id: string) => Promise<Answer>
}

/** Expects the detail of a listed item. One that was deleted meanwhile is in no fresh list, either. */
export async function expectFound(
  { api, expect, inconclusive }: Pick<Context, 'api' | 'expect' | 'inconclusive'>,
  { list, read }: Pick<Compared, 'list' | 'read'>,
  id: string,
): Promise<void> {
  const answer = await read(id)
  if (answer.status === 404 && !idsOf((await api.fullPage(list)).items).includes(id))
    inconclusive(`${quote(id)} is no longer listed: it may have been deleted`)
  expect(answer).toAnswer(200)
}

/**
 * Expects details to show what their list shows, for items of every kind. Both may be some seconds old: only a difference
 * that lasts is one.
 * @param fields - in which the items differ
 * @param also - further items
 */
export async function expectAsListed(
  { api, expect, eventually, settings }: Pick<Context, 'api' | 'expect' | 'eventually' | 'settings'>,
  { list, answer, read }: Compared,
  fields: readonly string[],
  also: readonly JsonObject[] = [],
): Promise<void> {
  const { rows } = await readSnapshot(api, list)
  // Which of each kind, the seed says; the oldest one always.
  const mixed = [...shuffler(settings.seed)(rows.slice(0, -1)), ...rows.slice(-1)]
  let ids = [...new Set(idsOf([...ofEveryKind(mixed, fields), ...also]))]
  const different = await eventually(
    async () => {
      const { answers } = await readSnapshot(api, list)
      const seen = await Promise.all(
        ids.map(async (id): Promise<Pair[]> => {
          const detail = (await read(id)).arrived()
          const page = answers.find(({ items }) => idsOf(items).includes(id))
          const item = page?.items.find((other) => other['id'] === id)
          // Deleted meanwhile.
          if (page === undefined || item === undefined) return []
          const field = detail.usable ? firstDifference(list, item, detail.data) : undefined
          return detail.usable && field === undefined ? [] : [{ id, detail, page, item, field }]
        }),
      )
      ids = seen.flat().map(({ id }) => id)
      return seen.flat()
    },
    (pairs) => pairs.length === 0,
  )
  for (const { detail, page, item, field } of different) {
    expect(detail).toHaveStatus([200], { requirement: answer, also: [page] })
    expect(detail).toSatisfy(
      field === undefined,
      `the same \`${field}\` in list and detail`,
      `${quote(item[field ?? ''])} in the list, ${quote(detail.data[field ?? ''])} in the detail`,
      { pointer: `/data/${field}`, also: [page] },
    )
  }
}

/** A listed item and its detail, which differ. */
interface Pair {
  readonly id: string
  readonly detail: Answer
  readonly page: Answer
  readonly item: JsonObject
  /** Where they differ; undefined if the detail is no usable answer. */
  readonly field: string | undefined
}

/** The first field in which a detail contradicts its list item. */
function firstDifference(list: ListKey, item: JsonObject, detail: JsonObject): string | undefined {
  return FIELDS.filter((row) => row.resource === operationOf(list).resource && row.field !== 'messages')
    .map(({ field }) => field)
    .find((field) => contradict(item[field], detail[field]))
}

/** Asks for an id that is cut short, extended or padded: each is another id. The oracle of ids judges what is answered. */
export async function askForAlteredIds(
  {
    each,
    world,
    inconclusive,
    settings,
  }: Pick<Context<never>, 'each' | 'world' | 'inconclusive' | 'settings'>,
  list: ListKey,
  read: Compared['read'],
): Promise<void> {
  const { lists } = world.discovery.main
  const [id = inconclusive(`needs an item in ${list}`)] = idsOf(lists[list].items)
  const altered = shuffler(settings.seed)([id.slice(0, -1), `${id}x`, `${id} `])
  await each(altered.slice(0, settings.inputs === 'pairs' ? undefined : 1), async (one) => {
    if (one !== '') (await read(one)).arrived()
  })
}
