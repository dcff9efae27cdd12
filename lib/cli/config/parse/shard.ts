import type { Shard } from '../../../run/options.ts'
import { InvalidValue } from '../option.ts'
import { quote } from './quote.ts'

/** `2/3`: the second of three shards. */
export function shard(text: string): Shard {
  const [, index, count] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number)
  if (index !== undefined && count !== undefined && index >= 1 && index <= count) return { index, count }
  throw new InvalidValue(`must be like 1/3, the first of three shards, not ${quote(text)}`)
}
