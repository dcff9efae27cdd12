import { count } from '../../../engine/util/text.ts'
import { few } from '../../../engine/util/bounds.ts'
import { shortText } from './sent.ts'

/** The expected and the received value, in words. */
export interface Difference {
  readonly expected: string
  readonly received: string
}

/** A text or list of at most this length is shown as it is. */
const SHORT = 60
/** Characters that are shown of an item, and around the first difference of two texts. */
const AROUND = 24

/**
 * How a returned list or long text differs from the one that was sent: `also has "vip"`, `the first 255 of
 * its 10,000 characters`. Undefined for other values: they are shown themselves.
 */
export function differenceOf(name: string, sent: unknown, shown: unknown): Difference | undefined {
  if (areTexts(sent) && areTexts(shown)) {
    if (JSON.stringify(sent).length + JSON.stringify(shown).length <= SHORT) return undefined
    return {
      expected: `\`${name}\` as sent (${count(sent.length, 'item')})`,
      received: listDifference(sent, shown),
    }
  }
  if (typeof sent !== 'string' || typeof shown !== 'string') return undefined
  if (Math.max(sent.length, shown.length) <= SHORT) return undefined
  return {
    expected: `\`${name}\` as sent (${count(Array.from(sent).length, 'character')})`,
    received: textDifference(sent, shown),
  }
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function listDifference(sent: readonly string[], shown: readonly string[]): string {
  const more = without(shown, sent)
  const fewer = without(sent, shown)
  const named = (some: readonly string[]): string => few(some.map((one) => shortText(one, AROUND)))
  if (more.length === 0 && fewer.length === 0) return 'the same items in another order'
  if (fewer.length === 0) return `also ${named(more)}`
  if (more.length === 0) return `all but ${named(fewer)}`
  return `${named(more)} in place of ${named(fewer)}`
}

function without(items: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1)
  return items.filter((one) => {
    const times = left.get(one) ?? 0
    left.set(one, times - 1)
    return times <= 0
  })
}

function textDifference(sent: string, shown: string): string {
  const [own, other] = [Array.from(sent), Array.from(shown)]
  if (shown === '') return 'an empty text'
  if (sent.startsWith(shown)) return `its first ${count(other.length, 'character')}`
  if (shown.startsWith(sent)) return `the same, and ${shortText(shown.slice(sent.length), AROUND)} behind it`
  const at = own.findIndex((one, index) => one !== other[index])
  const from = Math.max(0, at - AROUND / 4)
  const around = (text: readonly string[]): string => JSON.stringify(text.slice(from, from + AROUND).join(''))
  return `from character ${at + 1} on another text: ${around(other)} in place of ${around(own)}`
}
