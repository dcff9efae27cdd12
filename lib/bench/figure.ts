/** What one or several measurements of the same thing gave. */
export interface Figure {
  readonly name: string
  readonly unit: Unit
  /** One value for each repetition. */
  readonly values: readonly number[]
  /** What the median is to keep to; absent: told for comparison only. */
  readonly target?: Bound
  /** The median in relation to a raw replay of the same requests, measured in the same run. */
  readonly ratio?: number
  /** What helps to understand the figure. */
  readonly note?: string
}

export type Unit = 's' | 'ms' | 'MB' | 'requests' | 'requests/s' | 'times' | '%'

export type Bound = { readonly atMost: number } | { readonly atLeast: number }

/** One experiment: it gives figures, or says why it cannot. */
export interface Experiment {
  /** What `--only` names it by. */
  readonly number: number
  readonly title: string
  measure(this: void, setting: Setting): Promise<readonly Figure[]>
}

/** Where and how often an experiment measures. */
export interface Setting {
  /** How often to measure what is usually measured so often. */
  readonly repetitions: (usual: number) => number
  /** An empty folder for files, removed when all is over. */
  readonly folder: string
}

/** Thrown where a figure cannot be had; the message is one line. */
export class NotMeasured extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NotMeasured'
  }
}

/** Whether the median keeps to the target; undefined where there is none. */
export function isMet({ values, target }: Figure): boolean | undefined {
  if (target === undefined) return undefined
  const middle = median(values)
  return 'atMost' in target ? middle <= target.atMost : middle >= target.atLeast
}

/** The middle of the values, or the mean of both middle ones; NaN where there is none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = NaN, high = low] = sorted.slice(
    Math.ceil(sorted.length / 2) - 1,
    Math.floor(sorted.length / 2) + 1,
  )
  return (low + high) / 2
}

/** Measures one after the other, so that no measurement disturbs another. */
export async function repeat<T>(times: number, measure: (turn: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  // oxlint-disable-next-line no-await-in-loop -- side by side they would share the processor
  for (let turn = 0; turn < times; turn++) results.push(await measure(turn))
  return results
}
