/**
 * Makes a reading remember what it read. For readings that depend on nothing but the object, of objects that nobody alters: parsed
 * answers. The same answer is looked at by many cases and, where hundreds of services are tried, comes again from most of them.
 * What is remembered of an object goes with the object.
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
