/** What was accepted is stored: whatever is read later shows it as it was sent, also at the end of the run. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { endsHere } from '../../lib/engine/case/items.ts'
import { endOf } from '../../lib/engine/http/exchange.ts'
import { sentBody } from '../../lib/engine/judge/reading.ts'
import { strings } from '../../lib/engine/spec/json.ts'
import { operationOf } from '../../lib/engine/spec/operations.ts'
import type { BodyField } from '../../lib/engine/spec/request-bodies.ts'
import { instant } from '../../lib/engine/util/time.ts'
import { given, type JsonObject, quote } from '../../lib/engine/util/values.ts'
import {
  alikeIn,
  holds,
  inWords,
  POST_LEADS,
  mayShow,
  messagesOf,
  mustShow,
  neverShown,
  POST_NOTE,
  PATCH_CONVERSATION,
  shownIn,
  writeOf,
  writtenId,
} from './shown.ts'

type Looking = Pick<Context<never>, 'api' | 'eventually' | 'answersTo' | 'world'>
type Judging = Looking & Pick<Context, 'expect' | 'inconclusive'>

/** Why a look does not show what was written. */
interface Fault {
  readonly write: Answer
  /** The field that shows something else; undefined if nothing of the write is there. */
  readonly field?: string
  readonly expected: string
  readonly received: string
}

interface Moment {
  /** Whether the run looks long after the write: by then somebody may have changed what was written. */
  readonly isLater?: boolean
}

/** The last of some looks at what was written, and what it does not show. */
interface Look {
  readonly seen: Answer
  readonly faults: readonly Fault[]
}

/** The looks at what was written so far. */
interface Looks extends Required<Moment> {
  readonly answers: readonly Answer[]
  /** Whether no further look follows: what they do not show by now is missing. */
  readonly areDone: boolean
}

/** Looks at what was written until everything shows. */
export async function lookAt(
  ctx: Looking,
  ask: () => Promise<Answer>,
  writes: readonly Answer[],
  { isLater = false }: Moment = {},
): Promise<Look> {
  const answers: Answer[] = []
  const faultsIn = (seen: Answer, areDone: boolean): readonly Fault[] =>
    writes.flatMap((write) => faultOf(ctx, seen, write, { answers, isLater, areDone }) ?? [])
  const seen = await ctx.eventually(
    async () => {
      const look = await ask()
      answers.push(look)
      return look
    },
    // Later, somebody may have deleted the item.
    (look) => (look.usable ? faultsIn(look, false).length === 0 : isLater),
  )
  return { seen, faults: seen.usable ? faultsIn(seen, true) : [] }
}

/**
 * Expects looks to show what was written, each as it was sent.
 * @param absent - the requirement that a list without it violates, if it is not that of the write
 */
export async function expectShown(
  ctx: Judging,
  ask: () => Promise<Answer>,
  writes: readonly Answer[],
  { isLater = false, absent }: Moment & { readonly absent?: string } = {},
): Promise<Look> {
  const { seen, faults } = await lookAt(ctx, ask, writes, { isLater })
  const [first] = writes
  if (first === undefined) return { seen, faults }
  if (seen.status === 404 && first.exchange.operation !== POST_LEADS) {
    if (isLater) return { seen, faults }
    ctx.inconclusive('the conversation may have been deleted in the meantime')
  }
  if (operationOf(seen.exchange.operation)?.form === 'object')
    ctx.expect(seen).toAnswer(200, { requirement: writeOf(first).stored, also: [first] })
  seen.control()
  const deleted = isLater ? await deletedOf(ctx, faults, writes) : []
  for (const fault of faults) {
    if (deleted.includes(fault)) continue
    const requirement = (fault.field === undefined ? absent : undefined) ?? requirementFor(fault)
    ctx.expect(seen).toSatisfy(false, fault.expected, fault.received, {
      requirement,
      also: [fault.write],
      pointer: pointerOf(seen, fault),
    })
  }
  return { seen, faults }
}

/**
 * The rule that a fault violates. If the answer to the write showed the value that was sent, the service has not stored it;
 * otherwise the service has not taken the value as it was sent.
 */
function requirementFor({ write, field }: Fault): string {
  const { fields, answered, stored } = writeOf(write)
  const sent = sentBody(write.exchange)
  const one = fields.find(({ name }) => name === field)
  if (one === undefined) return stored
  const shown = write.data[one.name]
  return given(shown) && mayShow(one, sent[one.name], shown) ? stored : answered(one.name, sent[one.name])
}

/** Where a look shows the field of a write at fault, or should show what was written. */
function pointerOf(seen: Answer, { write, field }: Fault): string {
  const [list, items] =
    write.exchange.operation === POST_NOTE ? ['/data/messages', messagesOf(seen)] : ['/data', seen.items]
  const at = items.findIndex(({ id }) => id === writtenId(write))
  return [list, ...(at < 0 ? [] : [at]), ...(field === undefined ? [] : [field])].join('/')
}

/**
 * The faults of leads that somebody has deleted since. Others delete some leads, but hardly all, nor all with a conversation, nor
 * all without one: those count as lost.
 */
async function deletedOf(
  { api }: Looking,
  faults: readonly Fault[],
  writes: readonly Answer[],
): Promise<readonly Fault[]> {
  const absent = faults.filter(
    ({ field, write }) => field === undefined && write.exchange.operation === POST_LEADS,
  )
  const isLinked = ({ exchange }: Answer): boolean => given(sentBody(exchange)['conversation_id'])
  const some = absent.filter(({ write }) =>
    writes.some((one) => isLinked(one) === isLinked(write) && !absent.some((other) => other.write === one)),
  )
  const details = await Promise.all(some.map(({ write }) => api.lead(String(writtenId(write)))))
  return some.filter((_, index) => details[index]?.status === 404)
}

/** What the last look does not show of a write. */
function faultOf(ctx: Looking, seen: Answer, write: Answer, looks: Looks): Fault | undefined {
  const shown = shownIn(seen, write)
  const fault = shown === undefined ? absenceIn(seen, write) : wrongField(ctx, shown, write, looks)
  return fault && looks.isLater ? { ...fault, expected: `${fault.expected}, as earlier in the run` } : fault
}

/** That a look shows nothing of a write; undefined if its page does not reach as far. */
function absenceIn(seen: Answer, write: Answer): Fault | undefined {
  const isList = operationOf(seen.exchange.operation)?.form === 'page'
  if (isList && !reaches(seen, write.data['created_at'])) return undefined
  const place = write.exchange.operation === POST_NOTE ? 'transcript' : 'response'
  return {
    write,
    expected: `${writeOf(write).noun} ${quote(writtenId(write))}`,
    received: `a ${isList ? 'list' : place} without it`,
  }
}

/** The first field of a write that the last look shows otherwise, or that the looks have lost. */
function wrongField(ctx: Looking, shown: JsonObject, write: Answer, looks: Looks): Fault | undefined {
  const sent = sentBody(write.exchange)
  const [first] = looks.answers
  // An item that the first look did not show may have been edited before a later look showed it.
  const mayBeEdited = looks.isLater || (first !== undefined && shownIn(first, write) === undefined)
  // Others may give a conversation its first tags again, but not those that this run has sent.
  const before = earlierTags(ctx, write, mayBeEdited)
  const { fields } = writeOf(write)
  const wrong = fields.find((one) => isWrong(one, sent[one.name], shown[one.name], before, mayBeEdited))
  const field = wrong ?? lostField(ctx, write, looks)
  if (field === undefined) return undefined
  const { name, type } = field
  // Cleared tags must be gone; tags that were sent must be there, whatever an automation has added.
  const isCleared = type === 'array' && !mustShow(sent[name])
  const expected = isCleared ? `none of the earlier \`${name}\`` : `\`${name}\` ${inWords(sent[name])}`
  return { write, field: name, expected, received: inWords(shown[name]) }
}

/**
 * Whether a field shows another value than the one that was sent. An automation may add tags at once, and a colleague may edit
 * any field later. So right after an update tags are wrong if a new one is missing, or if one that the update took away is
 * still there; later, only if such an old tag is back and no new one is left: then the update was undone.
 */
function isWrong(
  field: BodyField,
  sent: unknown,
  shown: unknown,
  before: readonly string[],
  mayBeEdited: boolean,
): boolean {
  if (!Array.isArray(sent) || !Array.isArray(shown)) return !mayBeEdited && !mayShow(field, sent, shown)
  const hasOld = before.some((tag) => holds(shown, [tag]))
  if (mayBeEdited) return hasOld && !sent.some((tag) => holds(shown, [tag]))
  return !mayShow(field, sent, shown) && (hasOld || !holds(shown, sent))
}

/** The tags that a conversation had before an update, and that the update took away; or only those of them that the run had sent. */
function earlierTags({ answersTo, world }: Looking, write: Answer, areSent: boolean): readonly string[] {
  if (write.exchange.operation !== PATCH_CONVERSATION) return []
  const { lists, oldest = [] } = world.discovery.main
  const id = writtenId(write)
  const found = [...lists['GET /conversations'].items, ...oldest].find((item) => item['id'] === id)
  const updates = answersTo(PATCH_CONVERSATION).filter((one) => one.isAccepted && writtenId(one) === id)
  const earlier = updates.filter(({ exchange }) => exchange.id < write.exchange.id)
  const sent = sentTags(write)
  const first = areSent ? [] : strings(found?.['tags'])
  return [...first, ...earlier.flatMap(sentTags)].filter((tag) => !holds(sent, [tag]))
}

const sentTags = ({ exchange }: Answer): readonly string[] => strings(sentBody(exchange)['tags'])

/**
 * A field that was sent and that no look shows, although the same operation shows it of other items. Any answer may leave out an
 * optional field: if the looks show it of some item only now and then, it does not count as lost.
 */
function lostField(
  { answersTo }: Looking,
  write: Answer,
  { answers, isLater, areDone }: Looks,
): BodyField | undefined {
  const sent = sentBody(write.exchange)
  // Later, others may have removed the tags.
  const fields = writeOf(write).fields.filter(
    ({ name, type }) => mustShow(sent[name]) && !(isLater && type === 'array'),
  )
  const lost = neverShown(
    fields.map(({ name }) => name),
    answers.map((look) => shownIn(look, write) ?? {}),
    () => answersTo(answers[0]?.exchange.operation ?? '').flatMap((one) => alikeIn(one, write)),
  )
  // While looks go on, this is reason enough for another one. In the end one look proves nothing, nor do looks that show a field of an item now and then.
  const isLost = (name: string): boolean => answers.length > 1 && isSteady(answers, name)
  return fields.find(({ name }) => lost.includes(name) && (!areDone || isLost(name)))
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

/** The writes to a conversation that it has to show at the end of the run: its notes, and the last update of its tags. */
export function lastingWrites(writes: readonly Answer[]): readonly Answer[] {
  const updates = writes.filter(
    ({ exchange, isRefusal }) => exchange.operation === PATCH_CONVERSATION && !isRefusal,
  )
  const notes = writes.filter(
    ({ exchange, isAccepted, data }) =>
      exchange.operation !== PATCH_CONVERSATION && isAccepted && typeof data['id'] === 'string',
  )
  const [last, ...earlier] = updates.filter(({ exchange }) => 'tags' in sentBody(exchange)).toReversed()
  // If two updates met, or one got no answer, nobody knows which one was the last.
  const isKnown = updates.every(
    ({ isAccepted, exchange }) => isAccepted && exchange.request.bodyCoding === undefined,
  )
  const isMet = earlier.some(({ exchange }) => endOf(exchange) > (last?.exchange.startedAt ?? 0))
  return last === undefined || !isKnown || isMet ? notes : [...notes, last]
}

/** Whether a page from the newest item on reaches an item of that age: it ends the list, or has an older item. */
function reaches(page: Answer, createdAt: unknown): boolean {
  const at = instant(createdAt)
  const hasOlder = page.items.some((item) => at !== undefined && (instant(item['created_at']) ?? at) < at)
  return hasOlder || endsHere(page)
}
