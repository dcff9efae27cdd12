import { type Exchange, header } from '../../../engine/http/exchange.ts'
import { isBurstLimit } from '../../../engine/http/rate-headers.ts'
import { fateOf } from '../../../engine/http/fate.ts'
import { whereOf } from '../../../engine/judge/judgements.ts'
import { few } from '../../../engine/util/bounds.ts'
import { groupBy } from '../../../engine/util/collections.ts'
import { count, duration } from '../../../engine/util/text.ts'
import type { Conducted } from '../conduct.ts'

/** Warnings for readers of the results, one line each. They are not violations. */
export function warningsOf(conducted: Conducted): string[] {
  return [...momentsOf(conducted.tally.exchanges, conducted.slowedTo), ...waitsOf(conducted.patience)]
}

/**
 * Warnings about temporary problems and about answers from something in front of the API, one line each. They
 * are not violations.
 * @param slowedTo - requests per second, if the run slowed down
 */
export function momentsOf(exchanges: readonly Exchange[], slowedTo?: number): string[] {
  const kinds = groupBy(exchanges, kindOf)
  const limited = kinds.get('limited') ?? []
  const slowed =
    slowedTo === undefined ? '' : `; the run slowed down to ${slowedTo.toFixed(0)} a second (--rate)`
  return [
    ...lineOn(limited, `were refused by a limiter (${saidBy(limited)})${slowed}`),
    ...lineOn(kinds.get('unreached') ?? [], 'did not reach the API'),
    ...lineOn(kinds.get('swallowed') ?? [], 'failed for a moment'),
    ...lineOn(kinds.get('late') ?? [], 'got no answer in time (--concurrency sends fewer at once)'),
  ]
}

function kindOf(exchange: Exchange): 'limited' | 'unreached' | 'late' | 'swallowed' | undefined {
  if (isBurstLimit(exchange)) return 'limited'
  if (fateOf(exchange) === 'in front') return 'unreached'
  if (exchange.failure?.kind === 'timeout') return 'late'
  return exchange.swallowed === true ? 'swallowed' : undefined
}

function saidBy(limited: readonly Exchange[]): string {
  const waits = new Set(limited.map((one) => header(one, 'Retry-After')))
  return `429, ${few([...waits].map((wait) => (wait === undefined ? 'without Retry-After' : `Retry-After: ${wait}`)))}`
}

function waitsOf({ waited, isOver }: Conducted['patience']): string[] {
  const total = waited.reduce((sum, [, ms]) => sum + ms, 0)
  // Nobody notices less than a second.
  if (total < 1000 && !isOver) return []
  const reasons = waited.map(([reason, ms]) => `${duration(ms)} for ${reason}`).join(', ')
  return [
    `waited ${reasons}${isOver ? '; a run waits a minute at most, and judged what it had from then on' : ''}`,
  ]
}

/** A line on some exchanges, with how often each place occurred: `503 of GET /things (2), GET /status`. */
function lineOn(exchanges: readonly Exchange[], what: string): string[] {
  if (exchanges.length === 0) return []
  const groups = groupBy(exchanges, (one) =>
    one.response === undefined ? whereOf(one) : `${one.response.status} of ${whereOf(one)}`,
  )
  const places = [...groups].toSorted(([, a], [, b]) => b.length - a.length)
  const shown = few(places.map(([name, some]) => (some.length === 1 ? name : `${name} (${some.length})`)))
  return [`${count(exchanges.length, 'request')} ${what}: ${shown}`]
}
