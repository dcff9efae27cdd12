import type { Exchange } from '../http/exchange.ts'

/**
 * What an exchange addresses.
 * - `endpoint`: one of the 13 operations of part 4;
 * - `description`: openapi.json (part 9);
 * - `elsewhere`: another path or method under the base address;
 * - `outside`: another address, such as the apex host.
 */
export type Scope = 'endpoint' | 'description' | 'elsewhere' | 'outside'

export function scopeOf(exchange: Exchange, baseUrl: string): Scope {
  if (exchange.operation !== undefined) return 'endpoint'
  if (!exchange.request.url.startsWith(`${baseUrl}/`)) return 'outside'
  return exchange.request.path === '/openapi.json' ? 'description' : 'elsewhere'
}
