import type { FakeClient } from '../../http/testing/fake-client.ts'
import type { Api, Discovery } from '../api.ts'
import { Patience } from '../certainty.ts'
import { Memo } from '../memo.ts'
import { RunStore } from '../run-store.ts'
import type { Session } from '../session.ts'

/** A session with a fake service of an API. */
export function sessionWith(
  { api, client, discovery }: { api: Api; client: FakeClient; discovery: Discovery },
  more: Partial<Session> = {},
): Session {
  return {
    api,
    client,
    spender: client,
    discovery,
    memo: new Memo(),
    store: new RunStore(),
    patience: new Patience(() => Promise.resolve()),
    deliveries: { first: () => Promise.resolve(undefined), all: () => [] },
    settings: { seed: 1, fuzzRuns: 2, keys: {} },
    exchanges: client.exchanges,
    observed: [],
    runMark: 'cac-test',
    ...more,
  }
}
