/** What `GET /conversations/{id}` and `GET /leads/{id}` have in common: they show what their list shows, of the id that was asked for. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { contradict, quote, type JsonObject } from '../../lib/engine/util/values.ts'
import { FIELDS } from '../fields/table.ts'
import { ofEveryKind } from './kinds.ts'

/** How a detail is read, and what it is compared with. */
interface Compared {
  readonly resource: 'Conversation' | 'Lead'
  readonly list: 'GET /conversations' | 'GET /leads'
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
 * Expects details to show what their list shows, for items of every kind and one in the middle of the list. Both may be
 * some seconds old: only a difference that lasts is one.
 * @param fields - in which the items differ
 */
export async function expectAsListed(
  { api, expect, each, eventually }: Pick<Context, 'api' | 'expect' | 'each' | 'eventually'>,
  { resource, list, answer, read }: Compared,
  fields: readonly string[],
): Promise<void> {
  const { items } = (await api.fullPage(list)).control()
  const middle = items.slice(Math.floor(items.length / 2)).slice(0, 1)
  const ids = new Set(idsOf([...middle, ...ofEveryKind(items, fields)]))
  await each(ids, async (id) => {
    const { detail, page, item, field, isListed } = await eventually(
      async () => {
        const [one, all] = await Promise.all([read(id), api.fullPage(list)])
        const listed = all.items.find((other) => other['id'] === id)
        const different = one.usable ? firstDifference(resource, listed ?? one.data, one.data) : undefined
        return {
          detail: one,
          page: all,
          item: listed ?? one.data,
          field: different,
          isListed: listed !== undefined,
        }
      },
      (seen) => seen.field === undefined,
    )
    // Deleted meanwhile.
    if (detail.status === 404 && !isListed) return
    expect(detail).toAnswer(200, { requirement: answer })
    expect(detail).toSatisfy(
      field === undefined,
      `\`${field}\` ${quote(item[field ?? ''])}, as in the list`,
      quote(detail.data[field ?? '']),
      { pointer: `/data/${field}`, also: [page] },
    )
  })
}

/** The first field in which a detail contradicts its list item. */
function firstDifference(
  resource: Compared['resource'],
  item: JsonObject,
  detail: JsonObject,
): string | undefined {
  return FIELDS.filter((row) => row.resource === resource && row.field !== 'messages')
    .map(({ field }) => field)
    .find((field) => contradict(item[field], detail[field]))
}

/** Asks for an id that is cut short, extended or padded: each is another id. The oracle of ids judges what is answered. */
export async function askForAlteredIds(
  { each, world, inconclusive }: Pick<Context<never>, 'each' | 'world' | 'inconclusive'>,
  list: Compared['list'],
  read: Compared['read'],
): Promise<void> {
  const { lists } = world.discovery.main
  const [id = inconclusive(`needs an item in ${list}`)] = idsOf(lists[list].items)
  await each([id.slice(0, -1), `${id}x`, `${id} `], async (altered) => {
    if (altered !== '') (await read(altered)).arrived()
  })
}
