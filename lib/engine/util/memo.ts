/**
 * Memoises a function of an object that nobody alters, such as a parsed answer: many cases read the same one. Results
 * are held weakly.
 */
export function remembered<A extends object, R>(read: (object: A) => R): (object: A) => R {
  const known = new WeakMap<A, { readonly reading: R }>()
  return (object) => {
    const earlier = known.get(object)
    if (earlier !== undefined) return earlier.reading
    const reading = read(object)
    known.set(object, { reading })
    return reading
  }
}

/** Makes a value when it is first asked for, and only then. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
