/**
 * A write changes nothing beyond the item that it names: the item's relations and its neighbours are compared
 * before and after.
 */
import type { Answer } from '../../lib/engine/case/answer.ts'
import { linkedLeads } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import type { Blame } from '../../lib/engine/case/expect.ts'
import { isId } from '../../lib/engine/case/items.ts'
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import { contradict, given, type JsonObject, quote } from '../../lib/engine/util/values.ts'
import { writtenConversations } from '../support/written-conversations.ts'
import { type Restless, restlessSoFar } from './restless.ts'
import { inWords } from './same.ts'

/** Fields of a conversation that visitors and colleagues do not change while they talk. */
const OF_NEIGHBOURS = [
  'chatbot_id',
  'visitor_id',
  'is_lead',
  'is_resolved',
  'tags',
  'language_code',
  'created_at',
]

/** The reads before and after a write, and what their items are. */
interface Neighbours {
  readonly resource: Restless
  readonly read: () => Promise<Answer>
  readonly fields: readonly string[]
  /** Items that other requests of this run may change meanwhile. */
  readonly except?: () => ReadonlySet<unknown>
}

/**
 * Sends a write between two equal sets of reads, and expects all items in both sets to be unchanged: other
 * users had only a moment for a change. Fields that others change all the time tell nothing.
 * @param write - gets the reads before it
 * @returns the answers to the write
 */
export async function expectNothingBeside<T extends readonly Answer[]>(
  { expect, answersTo }: Pick<Context, 'expect' | 'answersTo'>,
  looks: readonly Neighbours[],
  write: (before: readonly Answer[]) => Promise<T>,
  blame: Pick<Blame, 'requirement' | 'proof'>,
): Promise<T> {
  const readAll = (): Promise<readonly Answer[]> => Promise.all(looks.map(({ read }) => read()))
  const before = await readAll()
  const writes = await write(before)
  const after = await readAll()
  for (const [index, { resource, fields, except }] of looks.entries()) {
    const [earlier, later] = [before[index], after[index]]
    if (earlier === undefined || later === undefined || !earlier.usable || !later.usable) continue
    const changeOf = (some: readonly string[]): Change | undefined =>
      changeIn([earlier, later], some, except?.() ?? new Set())
    const isQuiet = changeOf(fields) === undefined
    const restless = isQuiet ? new Set<string>() : restlessSoFar({ answersTo }, resource)
    const changed = changeOf(fields.filter((name) => !restless.has(name)))
    expect(later).toSatisfy(
      changed === undefined,
      `\`${changed?.field}\` of ${resource.toLowerCase()} ${changed?.id} ${inWords(changed?.was)}, as before the write`,
      inWords(changed?.is),
      { ...blame, also: [earlier, ...writes], pointer: changed?.pointer },
    )
  }
  return writes
}

interface Change {
  readonly id: string
  readonly field: string
  readonly was: unknown
  readonly is: unknown
  readonly pointer: string
}

function changeIn(
  [before, after]: readonly [Answer, Answer],
  fields: readonly string[],
  except: ReadonlySet<unknown>,
): Change | undefined {
  const itemsIn = (answer: Answer): readonly JsonObject[] =>
    Array.isArray(answer.body['data']) ? answer.items : [answer.data]
  const earlier = new Map(itemsIn(before).map((item) => [item['id'], item]))
  for (const [index, item] of itemsIn(after).entries()) {
    const was = earlier.get(item['id'])
    const field = fields.find((name) => contradict(was?.[name], item[name]))
    if (was === undefined || field === undefined || except.has(item['id'])) continue
    const pointer = Array.isArray(after.body['data']) ? `/data/${index}/${field}` : `/data/${field}`
    return { id: quote(item['id']), field, was: was[field], is: item[field], pointer }
  }
  return undefined
}

/**
 * Updates two conversations, one with a lead and one of an unknown visitor, and expects their leads and all
 * other conversations to be unchanged.
 */
export async function expectUpdateAlone(ctx: Context<'updateTarget'>, requirement: string): Promise<void> {
  const { api, mark, world, answersTo } = ctx
  const written = writtenConversations(ctx)
  const free = world.discovery.main.lists['GET /conversations'].items.filter(
    (item) =>
      isId(item['id']) &&
      !written.has(item['id']) &&
      CONTRACT.validate('ConversationPatch', { tags: item['tags'] ?? null }).length === 0,
  )
  const leads = linkedLeads(world.discovery)
  const leadOf = (item: JsonObject): JsonObject | undefined =>
    leads.find((lead) => lead['conversation_id'] === item['id'])
  const withLead = free.find((item) => leadOf(item) !== undefined)
  const ofNobody = free.find((item) => item !== withLead && !given(item['visitor_id']))
  const targets = [withLead, ofNobody].filter((item) => item !== undefined)
  const chosen = targets.length > 0 ? targets : free.slice(0, 1)
  if (chosen.length === 0) ctx.inconclusive('needs a conversation that this run has not written to')
  const lead = String(withLead && leadOf(withLead)?.['id'])
  const beside: readonly Neighbours[] = [
    {
      resource: 'Conversation',
      read: () => api.fullPage('GET /conversations'),
      fields: OF_NEIGHBOURS,
      except: () => writtenConversations({ answersTo }),
    },
    ...(withLead === undefined
      ? []
      : [
          {
            resource: 'Lead' as const,
            read: () => api.lead(lead),
            fields: CONTRACT.fieldsOf('Lead').map(({ name }) => name),
          },
        ]),
  ]
  await expectNothingBeside(
    ctx,
    beside,
    ([page]) =>
      Promise.all(
        chosen.map((item) => {
          // Its present value: a service that also updates other conversations may have changed it.
          const { is_resolved: flag } = page?.items.find(({ id }) => id === item['id']) ?? item
          return api.patchConversation(String(item['id']), { tags: [mark()], is_resolved: flag !== true })
        }),
      ),
    { requirement },
  )
}
