import { InvalidValue } from '../option.ts'
import { quote } from './quote.ts'

const ON = ['1', 'true', 'yes', 'on']
const OFF = ['0', 'false', 'no', 'off']

/** A switch as text: `1`, `true`, `yes`, `on` and their opposites, in any letter case. */
export function onOrOff(text: string): boolean {
  const word = text.toLowerCase()
  if (ON.includes(word)) return true
  if (OFF.includes(word)) return false
  throw new InvalidValue(`must be 1 or 0 (or true, false, yes, no, on, off), not ${quote(text)}`)
}

/** A parser that takes one word out of a closed list. */
export function oneOf<T extends string>(...words: readonly [T, ...T[]]): (text: string) => T {
  const last = words.at(-1)
  return (text) => {
    const found = words.find((word) => word === text)
    if (found !== undefined) return found
    throw new InvalidValue(`must be ${words.slice(0, -1).join(', ')} or ${last}, not ${quote(text)}`)
  }
}

/** Any text but none at all. */
export function someText(text: string): string {
  if (text.trim() === '') throw new InvalidValue('must not be empty')
  return text
}

/** Words separated by commas or white space, each once. */
export function words(text: string): readonly string[] {
  const found = [...new Set(text.split(/[\s,]+/).filter((word) => word !== ''))]
  if (found.length === 0) throw new InvalidValue('must name at least one')
  return found
}

/** Parts of the specification, 1 to 9, separated by commas or white space. */
export function parts(text: string): readonly number[] {
  return words(text).map((word) => {
    if (!/^[1-9]$/.test(word)) throw new InvalidValue(`must name parts from 1 to 9, not ${quote(word)}`)
    return Number(word)
  })
}
