import { InvalidValue } from '../option.ts'
import { quote } from './quote.ts'

/** A parser of whole numbers within bounds, both included. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidValue(`must be a whole number from ${least} to ${most}, not ${quote(text)}`)
  }
}

/** A parser of seconds, fractions allowed, that gives milliseconds. Bounds are in seconds, both included. */
export function seconds(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return Math.round(value * 1000)
    throw new InvalidValue(`must be a number of seconds from ${least} to ${most}, not ${quote(text)}`)
  }
}
