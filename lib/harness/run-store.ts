/** The key and the type of one thing that a run remembers. Slots are distinct even with equal names. */
export class Slot<T> {
  readonly name: string
  /** Never set: it only carries the type of the content. */
  declare readonly holds?: T

  constructor(name: string) {
    this.name = name
  }
}

/** What a run remembers for all its cases: the results of steps that run once. */
export class RunStore {
  private readonly results = new Map<Slot<unknown>, Map<string, unknown>>()
  private numbers = 0

  /**
   * The result of a step that runs once per run, in the first case that needs it.
   * @param of - a key, if the step runs once per key
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
 * Makes a step run once per run: the first case that needs it runs it, and all cases share the result.
 * @param of - a key, if the step runs once per key
 */
export function once<C extends { readonly store: RunStore }, R>(
  name: string,
  act: (ctx: C) => R,
  of: (ctx: C) => string = () => '',
): (ctx: C) => R {
  const slot = new Slot<R>(name)
  return (ctx) => ctx.store.once(slot, of(ctx), () => act(ctx))
}
