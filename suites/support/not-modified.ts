/** A client's cached copy must not be confirmed after a write that changed the resource. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import { MOMENT_MS } from '../../lib/engine/case/certainty.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import type { Blame } from '../../lib/engine/case/expect.ts'
import { header, servedAt } from '../../lib/engine/http/exchange.ts'
import { instant } from '../../lib/engine/util/time.ts'

/** A modification date is exact only if it is this much older than its answer: RFC 9110, section 8.8.2.2. */
const EXACT_MS = 60_000

/**
 * Expects no 304, some seconds after a write, for a resource that was read before it and has changed since.
 */
export async function expectModified(
  { api, expect }: Pick<Context, 'api' | 'expect'>,
  [before, write]: readonly [Answer, Answer],
  read: (actor: Actor) => Promise<Answer>,
  blame: Blame,
): Promise<void> {
  const [tag, date] = [header(before.exchange, 'etag'), header(before.exchange, 'last-modified')]
  const isExact = (servedAt(before.exchange) ?? 0) - Date.parse(date ?? '') >= EXACT_MS
  const tagged = tag === undefined || mayBeShared(tag, before) ? api : api.sending('If-None-Match', tag)
  const asking = date === undefined || !isExact ? tagged : tagged.sending('If-Modified-Since', date)
  if (asking === api) return
  const again = await read(asking)
  expect(again).toSatisfy(
    again.status !== 304,
    'what the write has changed, to a request with the `ETag` or date of the answer before it',
    'status 304',
    { ...blame, also: [before, write], status: again.status },
  )
}

/**
 * Whether a tag may be that of two versions: a weak one may be the second of the last change, and somebody else
 * may have changed the resource just before the answer.
 */
function mayBeShared(tag: string, { exchange, data }: Answer): boolean {
  const [changedAt, answeredAt] = [instant(data['updated_at']), servedAt(exchange)]
  const isOld = changedAt !== undefined && answeredAt !== undefined && answeredAt - changedAt > MOMENT_MS
  return tag.startsWith('W/') && !isOld
}
