/** A promise that its holder settles. */
export interface Deferred<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
}

/** Settles once, with the first value. */
export function deferred<T>(): Deferred<T> {
  const settlers: ((value: T) => void)[] = []
  const promise = new Promise<T>((resolve) => settlers.push(resolve))
  return {
    promise,
    resolve: (value) => {
      for (const settle of settlers) settle(value)
    },
  }
}
