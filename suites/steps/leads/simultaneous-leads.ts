/** Two leads for one conversation at once: one is created, and both answers and a third POST return it. */
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/context.ts'
import { idsOf } from '../../../lib/harness/discovery.ts'
import { NEEDS } from '../../../lib/harness/needs.ts'
import { sentBody } from '../../../lib/judge/oracle.ts'
import type { Expect } from '../../../lib/harness/expect.ts'
import { once } from '../../../lib/harness/run-store.ts'
import { quote, type JsonObject } from '../../../lib/util/values.ts'
import { person } from './created-leads.ts'
import { fullLead, type LeadBody } from './lead-bodies.ts'

interface Race {
  readonly conversation: JsonObject
  readonly answers: readonly [Answer, Answer]
  readonly body: LeadBody
  /** Answers that only a repetition got, of two attempts: one failure may be temporary. */
  readonly failed: readonly Answer[]
}

/**
 * Posts two leads at once for a conversation without a lead; all cases share the answers.
 * The conversation may have a lead that discovery did not see: then the next one is tried, at most three.
 */
export const simultaneousLeads = once('two leads at once', start)

async function start(ctx: Context<never>): Promise<Race> {
  const candidates = conversationsWithoutLead(ctx)
  let failed: readonly Answer[] = []
  for (const conversation of candidates) {
    const { answers, bodies } = await postTwo(ctx, conversation)
    if (isEarlierLead(answers, bodies)) continue
    const failures = failuresOf(ctx, answers)
    const isLast = conversation === candidates.at(-1)
    if (failures.length === 0 || failed.length > 0 || isLast)
      return {
        conversation,
        answers,
        body: bodies[0],
        failed: failures.length > 0 && failed.length > 0 ? [...failed, ...failures] : [],
      }
    failed = failures
  }
  return ctx.inconclusive('needs a conversation without a lead, of a chatbot that is listed')
}

/** Up to three conversations without a lead, of listed chatbots. */
function conversationsWithoutLead({ world: { discovery } }: Context<never>): readonly JsonObject[] {
  const chatbots = idsOf(discovery.main.lists['GET /chatbots'].items)
  // Prefers the chatbot of all other leads, so that the same findings apply.
  const usual = NEEDS.chatbot.find(discovery, 0)
  const isUnusual = (item: JsonObject): number => Number(item['chatbot_id'] !== usual)
  return (NEEDS.bareConversations.find(discovery, 0) ?? [])
    .filter((item) => chatbots.includes(String(item['chatbot_id'])))
    .toSorted((a, b) => isUnusual(a) - isUnusual(b))
    .slice(0, 3)
}

/** Two leads for one conversation, sent at once. */
interface TwoPosts {
  readonly answers: Race['answers']
  readonly bodies: readonly [LeadBody, LeadBody]
}

async function postTwo(ctx: Context<never>, conversation: JsonObject): Promise<TwoPosts> {
  // A known person without a conversation and without a phone number, so that a later body adds something.
  const { phone: _phone, ...known } = person(ctx)
  const body = (): LeadBody => {
    const { phone: _none, ...full } = fullLead(String(conversation['chatbot_id']), ctx.mark())
    return { ...full, ...known, conversation_id: String(conversation['id']) }
  }
  const bodies = [body(), body()] as const
  const answers = await Promise.all([ctx.api.createLead(bodies[0]), ctx.api.createLead(bodies[1])])
  return { answers, bodies }
}

/** Whether both answers returned a lead that the conversation had before. */
function isEarlierLead(answers: readonly Answer[], bodies: readonly LeadBody[]): boolean {
  const isOurs = ({ data }: Answer): boolean =>
    bodies.some((sent) => data['name'] === sent['name'] || data['status'] === sent['status'])
  return answers.every((answer) => answer.body['existing'] === true) && !answers.some(isOurs)
}

/**
 * The answers that only a repetition got. Attempts that a gateway lost do not count: they say nothing about two
 * requests at once.
 */
function failuresOf(ctx: Pick<Context, 'answersTo'>, answers: readonly Answer[]): readonly Answer[] {
  const lost = new Set(
    ctx.answersTo('POST /leads').map(({ exchange }) => exchange.foreign === true && exchange.id),
  )
  return answers.filter(({ exchange }) => exchange.repeats?.some((id) => !lost.has(id)))
}

/** What two simultaneous POSTs for one conversation left behind. */
interface RaceResult {
  readonly race: Race
  /** The answer to a third POST for the conversation. */
  readonly third: Answer
  /** The newest leads afterwards. */
  readonly list: Answer
}

/** Expects two simultaneous POSTs for one conversation to have created one lead, which a third returns. */
export function expectOneLead({ expect }: Pick<Context, 'expect'>, result: RaceResult): void {
  expectBothAccepted(expect, result)
  expectNotBothExisting(expect, result)
  expectThirdFinds(expect, result)
  expectSameLead(expect, result)
  expectOneExisting(expect, result)
  expectThirdExisting(expect, result)
}

/** The answers of the race that say `existing: true`. */
function existing({ race }: RaceResult): readonly Answer[] {
  return race.answers.filter((answer) => answer.body['existing'] === true)
}

/** The leads of the conversation in the list. */
function leadsOfConversation({ race, list }: RaceResult): readonly JsonObject[] {
  const conversation = sentBody(race.answers[0].exchange)['conversation_id']
  return list.items.filter((item) => item['conversation_id'] === conversation)
}

/** Whether the third POST returned the lead of one of the first two. */
function isReturned({ race, third }: RaceResult): boolean {
  return race.answers.some(({ data }) => data['id'] === third.data['id'])
}

function expectBothAccepted(expect: Expect, { race, third }: RaceResult): void {
  const [first, second] = race.answers
  const [failure, ...failures] = race.failed
  expect(failure ?? first).toSatisfy(
    failure === undefined,
    'status 200 for both of two requests at once',
    'a server error for one of them, on two conversations; status 200 when it was repeated alone',
    { also: failures },
  )
  for (const answer of [first, second, third]) expect(answer).toAnswer(200)
}

/** One of the two created the lead, so it must not say `existing: true`. */
function expectNotBothExisting(expect: Expect, result: RaceResult): void {
  const [first, second] = result.race.answers
  expect(second).toSatisfy(
    existing(result).length < 2,
    'no `existing: true` on the answer that created the lead',
    'existing true on both answers',
    { also: [first], requirement: 'CREATE-LEAD-33', pointer: '/existing' },
  )
}

function expectThirdFinds(expect: Expect, result: RaceResult): void {
  const { race, third } = result
  const [first, second] = race.answers
  expect(third).toSatisfy(
    isReturned(result) || third.body['existing'] === true,
    `the lead ${quote(first.data['id'])} that was created through the API`,
    `a new lead, ${quote(third.data['id'])}`,
    {
      also: [first, second],
      requirement: 'CREATE-LEAD-30',
      pointer: '/data/id',
    },
  )
}

function expectSameLead(expect: Expect, result: RaceResult): void {
  const [first, second] = result.race.answers
  const { length } = leadsOfConversation(result)
  expect(second).toSatisfy(
    first.data['id'] === second.data['id'] && length <= 1,
    'one lead',
    `leads ${quote(first.data['id'])} and ${quote(second.data['id'])}, ${length} in the list`,
    {
      also: [first, result.list],
      pointer: '/data/id',
    },
  )
}

function expectOneExisting(expect: Expect, result: RaceResult): void {
  const [first, second] = result.race.answers
  expect(second).toSatisfy(
    existing(result).length > 0,
    'existing true on the later answer',
    'on neither answer',
    { also: [first], requirement: 'CREATE-LEAD-31', pointer: '/existing' },
  )
}

/** Expects `existing: true` on the third answer, and only for a lead of the conversation. */
function expectThirdExisting(expect: Expect, result: RaceResult): void {
  const { race, third } = result
  const [first] = race.answers
  const isExisting = third.body['existing'] === true
  // Of several leads of the conversation, which is another violation, any may be returned.
  const isKnown = isReturned(result) || leadsOfConversation(result).some(({ id }) => id === third.data['id'])
  expect(third).toSatisfy(
    isKnown || !isExisting,
    `the lead ${quote(first.data['id'])} that was created through the API`,
    quote(third.data['id']),
    { also: [first], requirement: 'CREATE-LEAD-30', pointer: '/data/id' },
  )
  expect(third).toSatisfy(isExisting, 'existing true', `existing ${quote(third.body['existing'])}`, {
    requirement: 'CREATE-LEAD-31',
    pointer: '/existing',
  })
}
