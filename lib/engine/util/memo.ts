/**
 * Returns one object for equal byte strings, per key, so that they share memoised results.
 * @param most - the most keys; beyond, all are dropped
 */
export function interning(most: number): (key: string, bytes: Uint8Array) => Uint8Array {
  const known = new Map<string, Uint8Array>()
  return (key, bytes) => {
    const earlier = known.get(key)
    if (earlier !== undefined && Buffer.compare(earlier, bytes) === 0) return earlier
    if (known.size >= most) known.clear()
    known.set(key, bytes)
    return bytes
  }
}

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
