/** Reads show what they have to show: at once, eventually, and still at the end of the run. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { endsHere } from '../../lib/engine/case/items.ts'
import { operationOf } from '../../lib/engine/contract/operations.ts'
import { instant } from '../../lib/engine/util/time.ts'
import { given, quote } from '../../lib/engine/util/values.ts'
import { type Expected, type Fault, faultIn, sinceWhen } from './expected.ts'
import { isSteady, lostIn } from './lost.ts'
import { isWrong, type Moment } from './same.ts'
import { fieldOf, itemAt } from './table.ts'

type Looking = Pick<Context<never>, 'api' | 'eventually' | 'answersTo'>
type Judging = Looking & Pick<Context, 'expect' | 'inconclusive'>

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
  const faults = (): readonly Fault[] => faultsIn(looks, wanted, moment)
  const lost = (): readonly Fault[] => lostIn(ctx, looks, wanted, moment)
  const seen = await ctx.eventually(
    async () => {
      const look = await ask()
      looks.push(look)
      return look
    },
    // Later, somebody may have deleted the item.
    (look) => (look.usable ? [...faults(), ...lost()].length === 0 : moment === 'later'),
  )
  if (!seen.usable) return { seen, faults: [] }
  const certain = lost().filter(({ field = '' }) => looks.length > 1 && isSteady(looks, field))
  return { seen, faults: [...faults(), ...certain] }
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
  seen.mustBeUsable()
  const deleted = moment === 'later' ? await deletedOf(ctx, faults, wanted) : []
  const lost = faults.filter((fault) => !deleted.includes(fault))
  report(ctx, seen, lost)
  return look
}

/**
 * Expects one answer to show everything.
 * @returns whether it does
 */
export function expectIn(ctx: Pick<Context, 'expect'>, seen: Answer, wanted: readonly Expected[]): boolean {
  const faults = faultsIn([seen], wanted, 'soon')
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

/** What the last look does not show, or shows otherwise in a way that nothing explains. */
function faultsIn(looks: readonly Answer[], wanted: readonly Expected[], moment: Moment): readonly Fault[] {
  const [first, last = first] = [looks[0], looks.at(-1)]
  if (first === undefined || last === undefined) return []
  return wanted.flatMap((one): readonly Fault[] => {
    const { place, values, old } = one
    const shown = itemAt(last.exchange, place)
    if (shown === undefined) return absenceIn(last, one, moment)
    // An item that the first look did not show may have been edited before a later look showed it.
    const when = itemAt(first.exchange, place) === undefined ? 'later' : moment
    const isOtherwise = (name: string): boolean =>
      isWrong(when, [fieldOf(place.kind, name), values[name], shown.item[name]], old)
    const wrong = Object.keys(values).find(isOtherwise)
    return wrong === undefined ? [] : [faultIn(shown, one, moment, wrong)]
  })
}

/** That a look does not show an item; nothing if its page does not reach as far. */
function absenceIn(seen: Answer, wanted: Expected, moment: Moment): readonly Fault[] {
  const { place, because } = wanted
  const isPage = operationOf(seen.exchange.operation)?.form === 'page'
  if (isPage && !reaches(seen, because[0].data['created_at'])) return []
  const isMessage = place.kind === 'Message'
  return [
    {
      wanted,
      expected: `${place.kind.toLowerCase()} ${quote(place.id)}${sinceWhen(wanted, moment)}`,
      received: 'an answer without it',
      pointer: isMessage ? '/data/messages' : '/data',
    },
  ]
}

/** Whether a page from the newest item on reaches an item of that age: it ends the list, or has an older item. */
function reaches(page: Answer, createdAt: unknown): boolean {
  const at = instant(createdAt)
  const hasOlder = page.items.some((item) => at !== undefined && (instant(item['created_at']) ?? at) < at)
  return hasOlder || endsHere(page)
}
