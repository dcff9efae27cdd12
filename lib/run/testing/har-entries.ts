import { entry as entryOf, type Parts } from './har-file.ts'

const RATE = [
  { name: 'x-ratelimit-limit', value: '1000' },
  { name: 'x-ratelimit-remaining', value: '900' },
  { name: 'x-ratelimit-reset', value: '1234' },
]

const HEADERS = [{ name: 'content-type', value: 'application/json; charset=utf-8' }, ...RATE]

/** An entry of a conformant answer of this API. */
export function entry(path: string, body: unknown, parts: Parts = {}): object {
  return entryOf(path, body, { headers: HEADERS, ...parts })
}

export const ME = {
  data: { team_id: 't1', team_name: null, key_name: 'ci', key_prefix: 'cak_live_' },
}

export const CHATBOTS = {
  data: [{ id: 'c1', name: 'Desk', is_active: true, created_at: '2026-01-02T03:04:05Z' }],
  pagination: { limit: 50, offset: 0, total: 1, has_more: false },
}
