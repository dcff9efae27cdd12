/** Combinations of values that cover small tables: every value, or every pair of values, drawn by a seed. */

import type { InputSettings } from './context.ts'

/** A table of values for each dimension of an input. */
export type Dimensions = Readonly<Record<string, readonly unknown[]>>

/** One value of each dimension. */
export type Combination<D extends Dimensions> = { readonly [K in keyof D]: D[K][number] }

interface Drawing<D extends Dimensions> {
  /** The same seed draws the same combinations. */
  readonly seed: number
  /** Whether every pair of values occurs; otherwise every value, and every two dimensions together. */
  readonly pairs: boolean
  /** Whether values may be combined; also called for incomplete combinations. */
  readonly fit?: (some: Partial<Combination<D>>) => boolean
  /** The most combinations; the first ones cover most, and use each dimension. */
  readonly most?: number | undefined
}

/** How a case draws from its tables: each value occurs, or, in the profile `full`, each pair of values. */
export function drawingBy(
  { seed, inputs, mostInputs }: InputSettings,
  usual = Infinity,
): Pick<Drawing<Dimensions>, 'seed' | 'pairs' | 'most'> {
  const pairs = inputs === 'pairs'
  return { seed, pairs, most: Math.min(mostInputs ?? Infinity, pairs ? Infinity : usual) }
}

/**
 * Combinations of the values of all dimensions, in which every allowed value (or every allowed pair of values
 * of two dimensions) occurs. Greedy: each combination begins with a part that no earlier one has, and takes
 * from each further dimension the value that adds most. Most faults of this kind need two values together.
 * @example cover({ limit: [1, 100], flag: [true, false], offset: [0, 1] }, { seed: 1, pairs: true }) // four,
 * not eight
 */
export function cover<D extends Dimensions>(dimensions: D, drawing: Drawing<D>): Combination<D>[] {
  return new Covering(dimensions, drawing).combinations()
}

/** Some dimensions, and for each of them the position of its value. */
type Choice = Readonly<Record<string, number>>

class Covering<D extends Dimensions> {
  private readonly dimensions: D
  private readonly drawing: Drawing<D>
  private readonly names: readonly string[]
  private readonly shuffled: <T>(items: readonly T[]) => T[]
  /** The parts of the combinations so far. */
  private readonly covered = new Set<string>()

  constructor(dimensions: D, drawing: Drawing<D>) {
    this.dimensions = dimensions
    this.drawing = drawing
    this.names = Object.keys(dimensions)
    this.shuffled = shuffler(drawing.seed)
  }

  combinations(): Combination<D>[] {
    const { most = Infinity } = this.drawing
    const drawn: Combination<D>[] = []
    for (const start of this.starts()) {
      if (drawn.length >= most) break
      const choice = this.isNeeded(start) ? this.completed(start) : undefined
      if (choice === undefined) continue
      for (const part of this.partsOf(choice)) this.covered.add(part)
      drawn.push(this.combined(choice))
    }
    return drawn
  }

  /** Every value, then every two values of two dimensions: a combination may begin with each. */
  private starts(): readonly Choice[] {
    const values = this.names.flatMap((name) => this.withEach({}, name))
    const twos = twosOf(this.names).flatMap(([one, other]) =>
      this.withEach({}, one).flatMap((choice) => this.withEach(choice, other)),
    )
    return [...this.shuffled(values), ...this.shuffled(twos)]
  }

  /** Whether no combination has the part for which this one would be drawn, and its values may be combined. */
  private isNeeded(start: Choice): boolean {
    const parts = this.partsOf(start)
    // A value, two values or, without `pairs`, two dimensions.
    const aim = parts.at(this.drawing.pairs || parts.length === 1 ? -1 : -2)
    return aim !== undefined && !this.covered.has(aim) && this.isFit(start)
  }

  /** The combination that begins with some values; undefined if no value of a further dimension may be added. */
  private completed(start: Choice): Choice | undefined {
    const further = this.shuffled(this.names.filter((name) => start[name] === undefined))
    return further.reduce<Choice | undefined>((choice, name) => choice && this.best(choice, name), start)
  }

  /** A choice with the value of one more dimension that adds most; undefined if none may be added. */
  private best(choice: Choice, name: string): Choice | undefined {
    const candidates = this.shuffled(this.withEach(choice, name)).filter((one) => this.isFit(one))
    return highest(candidates, (one) => this.partsOf(one).filter((part) => !this.covered.has(part)).length)
  }

  /**
   * The parts of a choice: its values, each two of its dimensions, and each two of its values. An absent value
   * is no part.
   */
  private partsOf(choice: Choice): readonly string[] {
    const present = this.names.filter((name) => this.dimensions[name]?.[choice[name] ?? -1] !== undefined)
    const values = present.map((name) => `${name}=${choice[name]}`)
    return [...values, ...[...twosOf(present), ...twosOf(values)].map((two) => two.join(' '))]
  }

  private withEach(choice: Choice, name: string): readonly Choice[] {
    return (this.dimensions[name] ?? []).map((_, at) => ({ ...choice, [name]: at }))
  }

  private isFit(choice: Choice): boolean {
    return this.drawing.fit?.(this.combined(choice)) ?? true
  }

  private combined(choice: Choice): Combination<D> {
    const values = Object.entries(choice).map(([name, at]) => [name, this.dimensions[name]?.[at]])
    return Object.fromEntries(values) as Combination<D>
  }
}

/**
 * Chooses candidates one after the other: each time the one that shows most that no earlier one shows. Ends
 * when no candidate shows anything new.
 * @param known - what earlier candidates show already
 * @param most - the most candidates to choose
 */
export function mostTelling<T>(
  candidates: readonly T[],
  {
    showsOf,
    known = [],
    most,
  }: { showsOf: (one: T) => readonly string[]; known?: readonly string[]; most: number },
): readonly T[] {
  const shown = new Set(known)
  const gainOf = (shows: readonly string[]): number => shows.filter((one) => !shown.has(one)).length
  // The gain of a candidate never grows: if it was below the best gain before, it needs no second count.
  let open = candidates.map((one) => ({ one, shows: showsOf(one), gain: Infinity }))
  const chosen: T[] = []
  while (chosen.length < most) {
    let best: (typeof open)[number] | undefined
    for (const candidate of open) {
      if (candidate.gain <= (best?.gain ?? 0)) continue
      candidate.gain = gainOf(candidate.shows)
      if (candidate.gain > (best?.gain ?? 0)) best = candidate
    }
    if (best === undefined) break
    for (const one of best.shows) shown.add(one)
    chosen.push(best.one)
    open = open.filter(({ gain }) => gain > 0)
  }
  return chosen
}

function twosOf<T>(items: readonly T[]): readonly (readonly [T, T])[] {
  return items.flatMap((one, index) => items.slice(index + 1).map((other) => [one, other] as const))
}

function highest<T>(items: readonly T[], numberOf: (item: T) => number): T | undefined {
  const numbers = items.map(numberOf)
  return items[numbers.indexOf(Math.max(...numbers))]
}

/**
 * A function that shuffles lists, always in the same way for one seed (mulberry32, then Fisher and Yates).
 */
export function shuffler(seed: number): <T>(items: readonly T[]) => T[] {
  let state = seed >>> 0
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return (items) => {
    const mixed = [...items]
    for (let last = mixed.length - 1; last > 0; last--) {
      const other = Math.floor(random() * (last + 1))
      ;[mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!]
    }
    return mixed
  }
}
