import { type Exchange, header, headers } from './exchange.ts'

/** Headers in which caches say whether they had the answer, as nginx, Apache, HAProxy and content delivery networks name them. */
const VERDICTS = ['X-Cache', 'X-Cache-Status', 'X-Proxy-Cache', 'CF-Cache-Status', 'Cache-Status']

/**
 * Whether an answer says that it came from a cache: how long it was kept (`Age`), that the cache was hit, or the two requests that Varnish
 * names then (this one, and the one that fetched the answer).
 */
export function isFromCache(exchange: Exchange): boolean {
  if (Number(header(exchange, 'Age') ?? '0') > 0) return true
  if (/^\d+ \d+$/.test(header(exchange, 'X-Varnish')?.trim() ?? '')) return true
  return VERDICTS.some((name) => headers(exchange, name).some((value) => /\bhit\b/i.test(value)))
}
