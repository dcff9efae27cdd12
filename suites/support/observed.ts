import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import { bodyOf } from '../../lib/engine/judge/reading.ts'
import { contradict, isObject, type JsonObject, objects } from '../../lib/engine/util/values.ts'

/** An observation on an open point, and its exchange. */
export interface OpenPoint {
  readonly requirement: string
  readonly text: string
  readonly exchanges: readonly number[]
}

/** Reads observations from the answered requests of a run, whichever case sent them. */
export type Watcher = (exchanges: readonly Exchange[]) => OpenPoint[]

export const point = (
  requirement: string,
  text: string,
  ...seen: readonly (Exchange | undefined)[]
): OpenPoint => ({
  requirement,
  text,
  exchanges: seen.flatMap((exchange) => (exchange === undefined ? [] : [exchange.id])),
})

/** The resource or the items of an answer. */
export function resourcesOf(exchange: Exchange): readonly JsonObject[] {
  const { data } = bodyOf(exchange)
  return isObject(data) ? [data] : objects(data)
}

/** Observes which fields of a conversation a write has changed: whether a write may change them is open. */
export function observeChanges(
  { observe }: Pick<Context, 'observe'>,
  requirement: string,
  fields: readonly string[],
  [before, after]: readonly [Answer, Answer],
): void {
  const changed = fields.filter((field) => contradict(before.data[field], after.data[field]))
  const what = changed.length === 0 ? `${fields.join(', ')} unchanged` : `changes ${changed.join(', ')}`
  observe(requirement, what, before, after)
}
