/** Reads show what they have to show: at once, eventually, and still at the end of the run. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { endsHere } from '../../lib/engine/case/items.ts'
import { operationOf } from '../../lib/engine/spec/operations.ts'
import { instant } from '../../lib/engine/util/time.ts'
import { given, quote } from '../../lib/engine/util/values.ts'
import type { Expected } from './expected.ts'
import { inWords, isWrong, type Moment, mustShow, neverShown } from './same.ts'
import { fieldOf, itemAt, shownIn } from './table.ts'

type Looking = Pick<Context<never>, 'api' | 'eventually' | 'answersTo'>
type Judging = Looking & Pick<Context, 'expect' | 'inconclusive'>

/** What a look does not show. */
export interface Fault {
  readonly wanted: Expected
  /** The field that shows something else; undefined if the item is not there. */
  readonly field?: string
  readonly expected: string
  readonly received: string
  readonly pointer: string
}

/** The last of some looks, and what it does not show. */
interface Look {
  readonly seen: Answer
  readonly faults: readonly Fault[]
}

/** Looks until everything shows. */
export async function lookAt(
  ctx: Looking,
  ask: () => Promise<Answer>,
  wanted: readonly Expected[],
  moment: Moment = 'soon',
): Promise<Look> {
  const looks: Answer[] = []
  const seen = await ctx.eventually(
    async () => {
      const look = await ask()
      looks.push(look)
      return look
    },
    // Later, somebody may have deleted the item.
    (look) => (look.usable ? faultsIn(ctx, looks, wanted, moment).length === 0 : moment === 'later'),
  )
  return { seen, faults: seen.usable ? faultsIn(ctx, looks, wanted, moment, true) : [] }
}

/** Expects looks to show everything. */
export async function expectShown(
  ctx: Judging,
  ask: () => Promise<Answer>,
  wanted: readonly Expected[],
  moment: Moment = 'soon',
): Promise<Look> {
  const look = await lookAt(ctx, ask, wanted, moment)
  const { seen, faults } = look
  const [first] = wanted
  if (first === undefined) return look
  if (seen.status === 404 && first.place.kind !== 'Lead') {
    if (moment === 'later') return look
    ctx.inconclusive('the conversation may have been deleted in the meantime')
  }
  if (operationOf(seen.exchange.operation)?.form === 'object')
    ctx.expect(seen).toAnswer(200, { requirement: first.ruleOf(), also: first.because })
  seen.control()
  const deleted = moment === 'later' ? await deletedOf(ctx, faults, wanted) : []
  const lost = faults.filter((fault) => !deleted.includes(fault))
  report(ctx, seen, lost)
  return look
}

/**
 * Expects one answer to show everything.
 * @returns whether it does
 */
export function expectIn(
  ctx: Pick<Context<never>, 'expect' | 'answersTo'>,
  seen: Answer,
  wanted: readonly Expected[],
): boolean {
  const faults = faultsIn(ctx, [seen], wanted, 'soon', true)
  report(ctx, seen, faults)
  return faults.length === 0
}

function report({ expect }: Pick<Context, 'expect'>, seen: Answer, faults: readonly Fault[]): void {
  for (const { wanted, field, expected, received, pointer } of faults)
    expect(seen).toSatisfy(false, expected, received, {
      requirement: wanted.ruleOf(field),
      also: wanted.because.filter((one) => one !== seen),
      pointer,
    })
}

/**
 * The faults of leads that somebody has deleted since. Others delete some leads, but hardly all, nor all with a conversation, nor
 * all without one: those count as lost.
 */
async function deletedOf(
  { api }: Looking,
  faults: readonly Fault[],
  wanted: readonly Expected[],
): Promise<readonly Fault[]> {
  const gone = faults.filter(({ field, wanted: { place } }) => field === undefined && place.kind === 'Lead')
  const lost = new Set(gone.map((fault) => fault.wanted))
  const isLinked = ({ values }: Expected): boolean => given(values['conversation_id'])
  const some = gone.filter((fault) =>
    wanted.some((one) => isLinked(one) === isLinked(fault.wanted) && !lost.has(one)),
  )
  const details = await Promise.all(some.map((fault) => api.lead(String(fault.wanted.place.id))))
  return some.filter((_, index) => details[index]?.status === 404)
}

/**
 * What the last look does not show.
 * @param areDone - whether no further look follows: what they do not show by now is missing
 */
function faultsIn(
  ctx: Pick<Looking, 'answersTo'>,
  looks: readonly Answer[],
  wanted: readonly Expected[],
  moment: Moment,
  areDone = false,
): readonly Fault[] {
  const [first, last = first] = [looks[0], looks.at(-1)]
  if (first === undefined || last === undefined) return []
  return wanted.flatMap((one): readonly Fault[] => {
    const { place, values, words = '', old } = one
    const since = moment === 'later' ? ', as earlier in the run' : words
    const shown = itemAt(last.exchange, place)
    if (shown === undefined) return absenceIn(last, one, since)
    // An item that the first look did not show may have been edited before a later look showed it.
    const when = itemAt(first.exchange, place) === undefined ? 'later' : moment
    const name =
      Object.keys(values).find((field) =>
        isWrong(when, [fieldOf(place.kind, field), values[field], shown.item[field]], old),
      ) ?? lostField(ctx, looks, one, moment, areDone)
    if (name === undefined) return []
    // Cleared tags must be gone; tags that were sent must be there, whatever an automation has added.
    const isCleared = Array.isArray(values[name]) && !mustShow(values[name])
    const expected = isCleared ? `none of the earlier \`${name}\`` : `\`${name}\` ${inWords(values[name])}`
    const received = inWords(shown.item[name])
    return [
      { wanted: one, field: name, expected: expected + since, received, pointer: `${shown.pointer}/${name}` },
    ]
  })
}

/** That a look does not show an item; nothing if its page does not reach as far. */
function absenceIn(seen: Answer, wanted: Expected, since: string): readonly Fault[] {
  const { place, because } = wanted
  const isPage = operationOf(seen.exchange.operation)?.form === 'page'
  if (isPage && !reaches(seen, because[0].data['created_at'])) return []
  const where = place.kind === 'Message' ? 'transcript' : 'response'
  return [
    {
      wanted,
      expected: `${place.kind.toLowerCase()} ${quote(place.id)}${since}`,
      received: `a ${isPage ? 'list' : where} without it`,
      pointer: place.kind === 'Message' ? '/data/messages' : '/data',
    },
  ]
}

/**
 * A field that no look shows, although the same operation shows it of other items. Any answer may leave out an optional field: if
 * the looks show it of some item only now and then, it does not count as lost.
 */
function lostField(
  { answersTo }: Pick<Looking, 'answersTo'>,
  looks: readonly Answer[],
  { place, values }: Expected,
  moment: Moment,
  areDone: boolean,
): string | undefined {
  // Later, others may have removed the tags.
  const names = Object.keys(values).filter(
    (name) => mustShow(values[name]) && !(moment === 'later' && Array.isArray(values[name])),
  )
  const lost = neverShown(
    names,
    looks.map(({ exchange }) => itemAt(exchange, place)?.item ?? {}),
    () =>
      answersTo(looks[0]?.exchange.operation ?? '')
        .flatMap(({ exchange }) => shownIn(exchange))
        .flatMap((one) => (one.place.kind === place.kind ? [one.item] : [])),
  )
  // While looks go on, this is reason enough for another one. In the end one look proves nothing, nor do looks that show a field of an item now and then.
  return lost.find((name) => !areDone || (looks.length > 1 && isSteady(looks, name)))
}

/** Whether each item that several looks show has a field in all of them, or in none. */
function isSteady(looks: readonly Answer[], name: string): boolean {
  const shown = new Map<unknown, boolean>()
  return looks.every(({ items }) =>
    items.every(({ id, [name]: value }) => {
      const before = shown.get(id)
      shown.set(id, given(value))
      return before === undefined || before === given(value)
    }),
  )
}

/** Whether a page from the newest item on reaches an item of that age: it ends the list, or has an older item. */
function reaches(page: Answer, createdAt: unknown): boolean {
  const at = instant(createdAt)
  const hasOlder = page.items.some((item) => at !== undefined && (instant(item['created_at']) ?? at) < at)
  return hasOlder || endsHere(page)
}
