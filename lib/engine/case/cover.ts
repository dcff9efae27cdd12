/** Combinations of values that cover small tables: every value, or every pair of values, drawn by a seed. */

import type { InputSettings } from './context.ts'

/** A table of values for each dimension of an input. */
export type Dimensions = Readonly<Record<string, readonly unknown[]>>

/** One value of each dimension. */
export type Combination<D extends Dimensions> = { readonly [K in keyof D]: D[K][number] }

interface Drawing<D extends Dimensions> {
  /** The same seed draws the same combinations. */
  readonly seed: number
  /** Whether every pair of values is covered, after every value. */
  readonly pairs: boolean
  /** Whether values go together; asked of combinations that are not complete, too. */
  readonly fit?: (some: Partial<Combination<D>>) => boolean
  /** How many combinations at most; the first ones cover most, and use each dimension. */
  readonly most?: number | undefined
}

/** How a case draws from its tables: each value comes up, or each pair of values in the profile `full`. */
export function drawingBy(
  { seed, inputs, mostInputs }: InputSettings,
  usual = Infinity,
): Pick<Drawing<Dimensions>, 'seed' | 'pairs' | 'most'> {
  const pairs = inputs === 'pairs'
  return { seed, pairs, most: Math.min(mostInputs ?? Infinity, pairs ? Infinity : usual) }
}

/** The positions of the chosen values, by dimension; dimensions without a value are missing. */
type Choice = Readonly<Record<string, number>>

/**
 * Combinations of the values of all dimensions, greedily few, in which every value (or every pair of values of two
 * dimensions) comes up that fits. Two values that do not go together are behind most faults of this kind.
 * @example
 * cover({ limit: [1, 100], flag: [true, false], offset: [0, 1] }, { seed: 1, pairs: true }) // four, not eight
 */
export function cover<D extends Dimensions>(
  dimensions: D,
  { seed, pairs, fit = () => true, most = Infinity }: Drawing<D>,
): Combination<D>[] {
  const shuffled = shuffler(seed)
  const names = Object.keys(dimensions)
  const valuesOf = (name: string): readonly unknown[] => dimensions[name] ?? []
  const combined = (choice: Choice): Combination<D> => {
    const values: Record<string, unknown> = {}
    for (const [name, at] of Object.entries(choice)) values[name] = valuesOf(name)[at]
    return values as Combination<D>
  }
  // What has to come up: the values of each dimension, then those of each two of them together.
  const singles = shuffled(names.map((name) => [name]))
  const twos = pairs ? shuffled(pairsOf(names)) : []
  const groups = [...singles, ...twos]
  const goalsOf = (group: readonly string[]): readonly Choice[] => {
    const goals = shuffled(choicesOf(group, (name) => valuesOf(name).length))
    const isOfAbsence = (goal: Choice): boolean => Object.values(combined(goal)).includes(undefined)
    // That a value is absent is worth a combination only beside another value.
    const absences = pairs ? goals.filter(isOfAbsence) : []
    return [...goals.filter((goal) => !isOfAbsence(goal)), ...absences]
  }
  /** The goals that a choice reaches, or those with one dimension, as texts. */
  const reachedBy = (choice: Choice, only?: string): readonly string[] =>
    groups
      .filter((group) => only === undefined || group.includes(only))
      .filter((group) => group.every((name) => choice[name] !== undefined))
      .map((group) => textOf(Object.fromEntries(group.map((name) => [name, choice[name] ?? 0]))))
  const goals = [singles, twos].flatMap((some) => inTurns(some.map(goalsOf)))
  const open = new Map(goals.map((goal) => [textOf(goal), goal]))
  /** Each two dimensions that had values together. */
  const met = new Set<string>()
  const meetings = (choice: Choice, only?: string): readonly string[] => {
    const values = combined(choice)
    return pairsOf(names.filter((name) => values[name] !== undefined))
      .filter((two) => only === undefined || two.includes(only))
      .map(([one = '', other = '']) => pairText(one, other))
  }
  /** What a value adds to those that are chosen; where several add as much, one that meets other dimensions for the first time. */
  const gain = (choice: Choice, name: string): number => {
    const reached = reachedBy(choice, name).filter((goal) => open.has(goal))
    const first = meetings(choice, name).filter((two) => !met.has(two))
    return reached.length + first.length / (names.length * names.length)
  }

  /** The combination that begins with a goal and reaches most others; undefined if nothing fits to it. */
  const completed = (goal: Choice): Choice | undefined => {
    if (!fit(combined(goal))) return undefined
    let choice = goal
    const isNew = (name: string): boolean => Object.keys(goal).some((one) => !met.has(pairText(one, name)))
    const others = shuffled(names.filter((one) => goal[one] === undefined))
    for (const name of [...others.filter(isNew), ...others.filter((one) => !isNew(one))]) {
      const longer = shuffled(valuesOf(name).map((_, at) => ({ ...choice, [name]: at })))
        .filter((one) => fit(combined(one)))
        .map((one) => ({ one, gained: gain(one, name) }))
      const best = longer.reduce<(typeof longer)[number] | undefined>(
        (most, next) => (most === undefined || next.gained > most.gained ? next : most),
        undefined,
      )
      if (best === undefined) return undefined
      choice = best.one
    }
    return choice
  }

  const chosen: Combination<D>[] = []
  for (const [text, goal] of open) {
    if (chosen.length >= most) break
    open.delete(text)
    const choice = completed(goal)
    if (choice === undefined) continue
    for (const reached of reachedBy(choice)) open.delete(reached)
    for (const two of meetings(choice)) met.add(two)
    chosen.push(combined(choice))
  }
  return chosen
}

/** A choice as a text: two choices of the same values have the same one. */
function textOf(choice: Choice): string {
  return Object.entries(choice)
    .map(([name, at]) => `${name}=${at}`)
    .join(' ')
}

/** Two names as a text, in whichever order. */
function pairText(one: string, other: string): string {
  return [one, other].sort().join(' ')
}

/** The first of each list, then the second of each, and so on. */
function inTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const turns = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: turns }, (_, turn) => lists.flatMap((one) => one.slice(turn, turn + 1))).flat()
}

/** Each two of some names. */
function pairsOf(names: readonly string[]): readonly (readonly string[])[] {
  return names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]))
}

/** Every choice of values of some dimensions. */
function choicesOf(names: readonly string[], size: (name: string) => number): readonly Choice[] {
  return names.reduce<readonly Choice[]>(
    (choices, name) =>
      choices.flatMap((choice) => Array.from({ length: size(name) }, (_, at) => ({ ...choice, [name]: at }))),
    [{}],
  )
}

/**
 * A function that shuffles lists, always in the same way for a seed (mulberry32, then Fisher and Yates).
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
