/**
 * The key alone chooses the workspace, even if another part of a request names another one: a table of names,
 * and one law.
 */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Actor, PlainSpec } from '../../lib/engine/case/actor.ts'
import { foreignItems } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { oncePerRun } from '../../lib/engine/case/run-store.ts'
import type { HeaderLine } from '../../lib/engine/http/exchange.ts'
import { queryPairs } from '../../lib/engine/http/request.ts'
import { LISTS } from '../../lib/engine/contract/operations.ts'
import { text } from '../../lib/engine/util/values.ts'
import { sendTogether } from '../support/at-fault.ts'
import { chatbotsOf, identitiesIn, identityOf } from './foreign.ts'

type NamingContext = Context<'otherKey'>

/**
 * A name of a workspace in a request, besides its key. TEAM and FOREIGN stand for the workspace under test
 * and its chatbot, OWN for a chatbot of the second key.
 */
export interface OtherName {
  readonly words: string
  readonly headers?: readonly HeaderLine[]
  readonly query?: readonly HeaderLine[]
}

const NAMES = ['team', 'workspace', 'tenant', 'account', 'organization', 'org'] as const

/** Parameters, members and cookies that name a workspace. */
export const PARAMETERS: readonly string[] = NAMES.flatMap((name) => [name, `${name}_id`])
const HEADERS = NAMES.flatMap((name) => [`X-${name}`, `X-${name}-Id`])

/** Names of a workspace. Those on one line are sent together. */
export const OF_WORKSPACES: readonly (readonly OtherName[])[] = [
  HEADERS.map((name) => ({ words: `the header ${name}`, headers: [[name, 'TEAM']] })),
  PARAMETERS.map((name) => ({ words: `the parameter ${name}`, query: [[name, 'TEAM']] })),
  [{ words: 'a cookie', headers: [['Cookie', PARAMETERS.map((name) => `${name}=TEAM`).join('; ')]] }],
]

const form = (words: string, ...query: readonly HeaderLine[]): readonly OtherName[] => [{ words, query }]

/** Names of a chatbot, in forms that frameworks and databases read differently. */
export const OF_CHATBOTS: readonly (readonly OtherName[])[] = [
  form('`chatbot_id` given twice, own then foreign', ['chatbot_id', 'OWN'], ['chatbot_id', 'FOREIGN']),
  form('`chatbot_id` given twice, foreign then own', ['chatbot_id', 'FOREIGN'], ['chatbot_id', 'OWN']),
  form('a foreign `chatbot_id[]`', ['chatbot_id[]', 'FOREIGN']),
  form('a foreign `chatbot_id[]` beside an own one', ['chatbot_id', 'OWN'], ['chatbot_id[]', 'FOREIGN']),
  form('a foreign `chatbot_id[$eq]`', ['chatbot_id[$eq]', 'FOREIGN']),
  form('a foreign id with a blank before it', ['chatbot_id', ' FOREIGN']),
  form('a foreign id with a blank behind it', ['chatbot_id', 'FOREIGN ']),
  form('`chatbot_id[$ne]`', ['chatbot_id[$ne]', 'OWN']),
  form('`chatbot_id[$gt]`', ['chatbot_id[$gt]', '']),
  form('an own and a foreign id in one `chatbot_id`, with a comma', ['chatbot_id', 'OWN,FOREIGN']),
]

const OWN_CHATBOT = form('an own `chatbot_id`', ['chatbot_id', 'OWN'])

/**
 * Expects a read of the second key to show nothing that only the owner of the workspace under test may see,
 * whatever else names that workspace. The meaning of these names is open, so any other answer is right.
 */
export async function expectOnlyOwn(
  ctx: NamingContext,
  read: PlainSpec,
  names: readonly (readonly OtherName[])[],
): Promise<void> {
  const { stranger, expect, each } = ctx
  const secrets = await secretsOf(ctx)
  const secretIn = (answer: Answer): string | undefined =>
    answer.fate === 'accepted' ? identitiesIn(answer).find((one) => secrets.has(one)) : undefined
  const meant = meaningIn(ctx)
  const ask = (some: readonly OtherName[], actor = stranger): Promise<Answer> => {
    const query = [...queryPairs(read.query), ...some.flatMap((one) => one.query ?? []).map(meant)]
    const headers = some.flatMap((one) => one.headers ?? []).map(meant)
    return headers.reduce((asker, line) => asker.sending(...line), actor).request({ ...read, query })
  }
  const usualNames = chatbotsOf(ctx).own === undefined ? [[]] : [[], OWN_CHATBOT]
  await each(names, async (together) => {
    const { faults } = await sendTogether(together, ask, (answer) => secretIn(answer) === undefined)
    if (faults.length === 0) return
    // Other rules find a leak that needs no name, and the figures of both workspaces may have become equal.
    // The header makes this a new request: a cache that ignores the key may return the owner's answer by now.
    const anew = stranger.sending('Accept', 'application/json')
    const usual = await Promise.all(usualNames.map((some) => ask(some, anew)))
    for (const { answer, parts } of faults) {
      const secret = secretIn(answer) ?? ''
      if (usual.flatMap(identitiesIn).includes(secret)) continue
      expect(answer).toSatisfy(
        false,
        `with ${parts.map(({ words }) => words).join(', ')}: only what belongs to the key`,
        `what its owner is shown${whereShown(secrets.get(secret))}: ${secret}`,
        { also: [...usual, secrets.get(secret) ?? answer], proof: true },
      )
    }
  })
}

/** A header or a parameter with what TEAM, FOREIGN and OWN stand for in these two workspaces. */
function meaningIn(ctx: NamingContext): (line: HeaderLine) => HeaderLine {
  const { foreign, own } = chatbotsOf(ctx)
  const meanings = new Map([
    ['TEAM', text(ctx.world.discovery.main.me.data['team_id'])],
    ['FOREIGN', foreign],
    ['OWN', own],
  ])
  const meaningOf = (word: string): string =>
    meanings.get(word) ??
    ctx.inconclusive('needs a `team_id` from `GET /me`, and a chatbot in both workspaces')
  return ([name, value]) => [name, value.replaceAll(/TEAM|OWN|FOREIGN/g, meaningOf)]
}

/**
 * Expects a read to show the second key nothing of the workspace under test, whatever form a foreign id has
 * in it: with a blank before or after it, or the id of another kind of item.
 */
export async function expectNothingAt(
  ctx: NamingContext,
  requirement: string,
  ask: (id: string) => Promise<Answer>,
  forms: readonly (readonly [words: string, id: string])[],
): Promise<void> {
  const secrets = await secretsOf(ctx)
  await ctx.each(forms, async ([words, id]) => {
    const answer = (await ask(id)).mustArrive()
    const secret = identitiesIn(answer).find((one) => secrets.has(one)) ?? ''
    ctx
      .expect(answer)
      .toSatisfy(
        answer.fate !== 'accepted' || secret === '',
        `nothing of another workspace for ${words}`,
        `what its owner is shown${whereShown(secrets.get(secret))}: ${secret}`,
        { requirement, proof: true },
      )
  })
}

/** The exchange that showed the data to its owner: ` at #316`. */
const whereShown = (answer: Answer | undefined): string => (answer ? ` at #${answer.exchange.id}` : '')

/**
 * Data that the owner of the workspace under test is shown and the second key is not; each with an answer
 * that shows it.
 */
const secretsOf = oncePerRun(async (ctx: NamingContext): Promise<ReadonlyMap<string, Answer>> => {
  const { api, stranger, world } = ctx
  const { main, other = main } = world.discovery
  const { foreign, own } = chatbotsOf(ctx)
  const asked = (actor: Actor, chatbot_id?: string): Promise<readonly Answer[]> =>
    Promise.all([actor.sources({ chatbot_id }), actor.analytics({ chatbot_id }), actor.analytics()])
  const usual = [other.me, ...Object.values(other.lists), ...(await asked(stranger, own))]
  const known = new Set(usual.flatMap(identitiesIn))
  const secrets = [
    ...[main.me, ...(await asked(api, foreign))].flatMap((answer) =>
      identitiesIn(answer).map((one) => [one, answer] as const),
    ),
    ...LISTS.flatMap((list) =>
      foreignItems(main, other, list).map((item) => [identityOf(item), main.lists[list]] as const),
    ),
  ]
  return new Map(secrets.filter(([one]) => !known.has(one)))
})
