import { parseArgs } from 'node:util'

export interface BenchOptions {
  /** One repetition of each measurement. */
  readonly quick: boolean
  /** Numbers of the experiments to run; absent: all. */
  readonly only?: ReadonlySet<number>
  readonly help: boolean
}

/** Reads the arguments of the program. Throws an Error of one line where they say nothing that it knows. */
export function readOptions(args: readonly string[], known: readonly number[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      help: { type: 'boolean', default: false },
    },
  })
  const only = values.only?.flatMap((text) => text.split(',')).map(Number)
  const stranger = only?.find((number) => !known.includes(number))
  if (stranger !== undefined) throw new Error(`--only takes numbers from ${known.join(', ')}`)
  return {
    quick: values.quick,
    help: values.help,
    ...(only === undefined ? {} : { only: new Set(only) }),
  }
}
