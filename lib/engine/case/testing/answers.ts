import { CONTRACT } from '../../contract/api.ts'
import type { ListKey } from '../../contract/operations.ts'
import { type Given, jsonExchange } from '../../http/testing/exchange.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { JsonObject } from '../../util/values.ts'
import { Answer } from '../answer.ts'
import { byList, type Discovery, type SeenWorkspace } from '../discovery.ts'
import type { Reply } from './fake-client.ts'

/** The operation of this API at a method and a path. */
export function operationAt(method: string, path: string): string | undefined {
  return CONTRACT.match(method, path)?.operation
}

/** An exchange with this JSON body; by default `GET /me` and 200. */
export function exchangeOf(body: unknown, given: Given = {}): Exchange {
  return jsonExchange(body, { path: '/me', ...given }, operationAt)
}

/** An answer with this JSON body; by default `GET /me` and 200. */
export function answerOf(body: unknown, given: Given = {}): Answer {
  return new Answer(exchangeOf(body, given))
}

type Lists = Readonly<Partial<Record<ListKey, readonly JsonObject[]>>>

/** The result of discovery for these items. */
export function discoveryOf(
  main: Lists,
  other?: Lists,
  capabilities: Partial<Discovery['capabilities']> = {},
): Discovery {
  return {
    main: workspaceOf(main),
    other: other && workspaceOf(other),
    capabilities: { writes: true, exhaustibleKey: false, apex: false, webhooks: false, ...capabilities },
  }
}

function workspaceOf(lists: Lists): SeenWorkspace {
  const answer = (list: ListKey): Answer =>
    answerOf(page(lists[list] ?? []).body, { path: list.slice('GET '.length), query: [['limit', '100']] })
  return { me: answerOf({ data: { team_id: 'TeamSqid01' } }), lists: byList(answer) }
}

/** A missing answer, for this reason. */
export function noAnswer(kind: 'timeout' | 'reset' | 'budget', message = 'no answer came'): Answer {
  return answerOf(undefined, { failure: { kind, message } })
}

/** A page of items as the API wraps it. */
export function page(items: readonly JsonObject[]): Reply {
  const pagination = { limit: 100, offset: 0, total: items.length, has_more: false }
  return { body: { data: items, pagination } }
}
