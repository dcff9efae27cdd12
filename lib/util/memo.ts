/**
 * Makes equal byte strings one object, per key: what is memoised by object then serves all of them.
 * @param most keys that are kept; beyond, all are forgotten
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
