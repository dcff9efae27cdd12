import type { Client } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { fateOf } from '../http/fate.ts'
import { askedId, bodyOf, dataOf, sentBody } from '../judge/reading.ts'
import { quote } from '../util/values.ts'
import { bareAllowance, bareConversations, bareLeft } from './chosen.ts'
import type { InputSettings } from './context.ts'
import type { Discovery } from './discovery.ts'
import { changedConversations, mayHaveTakenEffect, putBack } from './restore.ts'

/** Something that the run created or changed on the target and could not undo. */
export interface FootprintEntry {
  /** `perhaps created`: the request was sent, but no answer names the created item. */
  readonly kind: 'created' | 'changed' | 'perhaps created'
  readonly resource: string
  readonly id: string
  readonly note: string
}

/**
 * What a run created or changed on its target, according to the requests and answers: any write that was not
 * refused may have taken effect, whatever its answer. There is no DELETE, so leads and notes stay; tags and
 * flags of conversations are restored.
 */
export async function settleFootprint(
  exchanges: readonly Exchange[],
  discovery: Discovery,
  client: Client,
): Promise<readonly FootprintEntry[]> {
  const changed = await Promise.all(
    changedConversations(exchanges, discovery).map(async (change): Promise<FootprintEntry[]> => {
      const note = await putBack(change, client)
      return note === undefined ? [] : [{ kind: 'changed', resource: 'conversation', id: change.id, note }]
    }),
  )
  return [...createdResources(exchanges, discovery), ...changed.flat()]
}

/**
 * Conversations that can still get a lead: each can get one only, and the API cannot create conversations.
 */
export interface WithoutLead {
  readonly left: number
  /** How many such conversations a run uses up. */
  readonly perRun: number
}

/** How many conversations without a lead are left after a run. */
export function withoutLeadAfter(
  exchanges: readonly Exchange[],
  discovery: Discovery,
  inputs: InputSettings['inputs'],
): WithoutLead {
  const bare = new Set(bareConversations(discovery)?.map(({ id }) => id))
  const sent = exchanges
    .filter((one) => one.operation === 'POST /leads' && fateOf(one) === 'accepted')
    .map((one) => sentBody(one)['conversation_id'])
  const used = new Set(sent.filter((id) => bare.has(id)))
  return { left: bareLeft(discovery) - used.size, perRun: bareAllowance(discovery, inputs) }
}

const CREATING: Readonly<Record<string, string>> = {
  'POST /leads': 'lead',
  'POST /conversations/{id}/messages': 'note',
}

/** The created leads and notes, once each; if no answer names one, the request that was sent. */
function createdResources(exchanges: readonly Exchange[], discovery: Discovery): readonly FootprintEntry[] {
  const earlier = [discovery.main, discovery.other].flatMap((one) => one?.lists['GET /leads'].items ?? [])
  const known = new Set(earlier.map(({ id }) => id))
  return exchanges.flatMap((exchange): FootprintEntry[] => {
    const resource = CREATING[exchange.operation ?? '']
    if (resource === undefined || !mayHaveTakenEffect(exchange)) return []
    if (bodyOf(exchange)['existing'] === true) return []
    const { id } = dataOf(exchange)
    if (fateOf(exchange) !== 'accepted' || typeof id !== 'string')
      return [{ kind: 'perhaps created', resource, id: 'unknown', note: requestInWords(exchange) }]
    if (known.has(id)) return []
    known.add(id)
    const note =
      resource === 'note' ? `in conversation ${askedId(exchange)}` : `created in exchange ${exchange.id}`
    return [{ kind: 'created', resource, id, note }]
  })
}

/** The request that may have created something, for an operator who looks for it. */
function requestInWords(exchange: Exchange): string {
  const { id, operation, response } = exchange
  const why = response === undefined ? 'was never answered' : `got ${response.status} without an id`
  return `${operation} in exchange ${id} ${why}; it sent ${quote(sentBody(exchange), 100)}`
}
