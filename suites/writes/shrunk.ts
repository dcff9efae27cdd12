/**
 * The smallest body with a wrong answer: a finding shows it instead of twenty tags or thousands of
 * characters.
 */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { sentBody } from '../../lib/engine/judge/reading.ts'
import { type BodyName, bodyFields } from '../../lib/engine/contract/request-bodies.ts'
import { quote } from '../../lib/engine/util/values.ts'
import type { ValidBody } from './generated.ts'
import { isRightAnswer } from './same.ts'

const TRIES = 6

interface Tried {
  readonly body: ValidBody
  readonly answer: Answer
}

/** A write whose body is valid. */
interface ValidWrite {
  readonly name: BodyName
  readonly body: ValidBody
  readonly send: (body: ValidBody) => Promise<Answer>
  /** The rule that accepts a body. */
  readonly ruleOf: (body: ValidBody) => string
  /** What is special about the request, as the end of a sentence; absent: nothing. */
  readonly words?: string
}

/**
 * Sends a valid body. If it is refused, or the answer shows other values, smaller bodies follow as long as
 * one of them still gets a wrong answer; only for the first such body of each operation. A refusal is blamed
 * on the smallest body; the oracle of writes judges each answer of an accepted one.
 */
export async function expectAcceptedAsSent(
  { expect, store }: Pick<Context, 'expect' | 'store'>,
  { name, body, send, ruleOf, words = '' }: ValidWrite,
): Promise<Answer> {
  const answer = (await send(body)).mustArrive()
  const tried = { body, answer }
  if (mistakeOf(name, tried) === undefined) return answer
  // A 404 is about an id, not about a body; and one small body of an operation is enough.
  const isFirst = store.once(`shrunk ${name}`, () => answer) === answer
  const smallest = answer.status === 404 || !isFirst ? tried : await shrunk(name, tried, send)
  const { status, fate, exchange } = smallest.answer
  expect(smallest.answer).toSatisfy(
    fate === 'accepted',
    `status 200${words}`,
    `status ${status} to ${quote(sentBody(exchange))}`,
    { requirement: ruleOf(smallest.body), status },
  )
  return answer
}

/** The mistake of an answer to a valid body: it is no acceptance, or shows another value of a field. */
function mistakeOf(name: BodyName, { body, answer }: Tried): 'not accepted' | 'other value' | undefined {
  const { fate, data } = answer
  if (fate !== 'accepted') return 'not accepted'
  const isOther = bodyFields(name).some(
    (field) => field.name in body && !isRightAnswer(field, body[field.name], data[field.name]),
  )
  return isOther ? 'other value' : undefined
}

async function shrunk(
  name: BodyName,
  first: Tried,
  send: (body: ValidBody) => Promise<Answer>,
): Promise<Tried> {
  const mistake = mistakeOf(name, first)
  let smallest = first
  let candidates = halvesOf(name, first.body)
  for (let tries = 0; tries < TRIES; tries++) {
    const body = candidates.shift()
    if (body === undefined) break
    // oxlint-disable-next-line no-await-in-loop -- each try depends on the one before it
    const tried = { body, answer: (await send(body)).mustArrive() }
    // A smaller body that is accepted, with another value, says nothing of the refusal.
    if (mistakeOf(name, tried) !== mistake) continue
    smallest = tried
    candidates = halvesOf(name, body)
  }
  return smallest
}

/** A body with half of its fields, or with half of its only value. A text with a format cannot be halved. */
function halvesOf(name: BodyName, body: ValidBody): ValidBody[] {
  const entries = Object.entries(body)
  if (entries.length > 1) return halves(entries).map((some) => Object.fromEntries(some))
  const [[only, value] = ['', undefined]] = entries
  const field = bodyFields(name).find((one) => one.name === only)
  if (Array.isArray(value)) return halves(value).map((some) => ({ [only]: some }))
  if (typeof value !== 'string' || field?.format !== undefined || only === 'phone') return []
  const middle = Math.ceil(value.length / 2)
  const texts = [value.slice(0, middle), value.slice(middle)].map((text) => text.trim())
  return texts.filter((text) => text !== '' && text.length < value.length).map((text) => ({ [only]: text }))
}

function halves<T>(items: readonly T[]): (readonly T[])[] {
  const middle = Math.ceil(items.length / 2)
  return items.length > 1 ? [items.slice(0, middle), items.slice(middle)] : []
}
