import { CONTRACT } from '../contract.ts'
import { LISTS, type ListKey } from '../catalogue/index.ts'
import type { Exchange, Header } from '../../http/exchange.ts'
import type { JsonObject } from '../../util/values.ts'
import { Answer } from '../answer.ts'
import type { Discovery, Workspace } from '../discovery.ts'
import { page } from './tables.ts'

interface Given {
  readonly id?: number
  readonly method?: string
  readonly path?: string
  readonly query?: readonly Header[]
  readonly status?: number
  readonly headers?: readonly Header[]
  readonly failure?: Exchange['failure']
}

/** An answer with this JSON body; by default `GET /me` and 200. */
export function answerOf(body: unknown, given: Given = {}): Answer {
  const { id = 1, method = 'GET', path = '/me', query = [], status = 200, headers = [], failure } = given
  const text = JSON.stringify(body)
  return new Answer({
    id,
    key: 'main',
    operation: CONTRACT.match(method, path)?.operation,
    request: { method, url: `https://api.example/v1${path}`, path, query, headers: [] },
    ...(failure === undefined
      ? {
          response: {
            status,
            headers,
            text,
            size: text.length,
            json: { ok: true, value: body, oddities: [] },
          },
        }
      : { failure }),
    startedAt: 0,
    durationMs: 1,
  })
}

/** No answer, for this reason. */
export function noAnswer(kind: 'timeout' | 'reset' | 'budget', message = 'no answer came'): Answer {
  return answerOf(undefined, { failure: { kind, message } })
}

type Lists = Readonly<Partial<Record<ListKey, readonly JsonObject[]>>>

/** What discovery would find with these items. */
export function discoveryOf(
  main: Lists,
  other?: Lists,
  capabilities: Partial<Discovery['capabilities']> = {},
): Discovery {
  return {
    main: workspaceOf(main),
    ...(other === undefined ? {} : { other: workspaceOf(other) }),
    capabilities: { writes: true, exhaustibleKey: false, apex: false, webhooks: false, ...capabilities },
  }
}

function workspaceOf(lists: Lists): Workspace {
  const answer = (list: ListKey): Answer =>
    answerOf(page(lists[list] ?? []).body, { path: list.slice('GET '.length), query: [['limit', '100']] })
  const entries = LISTS.map((list) => [list, answer(list)] as const)
  return {
    me: answerOf({ data: { team_id: 'TeamSqid01' } }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each list
    lists: Object.fromEntries(entries) as Record<ListKey, Answer>,
  }
}
