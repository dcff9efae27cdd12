/** Names one thing that a run remembers, and its type. Two slots never share what they hold, even under one name. */
export class Slot<T> {
  readonly name: string
  /** Never set: it ties the slot to the type of what it holds. */
  declare readonly holds?: T

  constructor(name: string) {
    this.name = name
  }
}

/** What a run remembers for all its cases: the results of what is done once in a run. */
export class RunStore {
  private readonly results = new Map<Slot<unknown>, Map<string, unknown>>()
  private numbers = 0

  /**
   * The result of something that is done once in a run, by whichever case comes first.
   * @param of - what it is done once for, where it is done for several
   */
  once<T>(slot: Slot<T>, of: string, make: () => T): T {
    const known = this.results.get(slot) ?? new Map<string, unknown>()
    this.results.set(slot, known)
    if (!known.has(of)) known.set(of, make())
    return known.get(of) as T
  }

  /** 1, then 2, and so on. */
  nextNumber(): number {
    this.numbers += 1
    return this.numbers
  }
}

/**
 * Makes a step that is done once in a run: the first case that needs it does it, all cases look at what came of it.
 * @param of - what it is done once for, where it is done for several
 */
export function once<C extends { readonly store: RunStore }, R>(
  name: string,
  act: (ctx: C) => R,
  of: (ctx: C) => string = () => '',
): (ctx: C) => R {
  const slot = new Slot<R>(name)
  return (ctx) => ctx.store.once(slot, of(ctx), () => act(ctx))
}
