/** A fair limit: at most `size` tasks at once, the others queue. */
export interface Slots {
  /** Resolves when there is room. Call the result exactly once to release it. */
  take(): Promise<() => void>
  /** Halves the limit, down to `least`. */
  narrow(least: number): void
}

export function createSlots(size: number): Slots {
  const waiting: (() => void)[] = []
  let limit = Math.max(1, size)
  let taken = 0
  const release = (): void => {
    taken--
    if (taken < limit) waiting.shift()?.()
  }
  return {
    async take() {
      if (taken >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
      taken++
      return release
    },
    narrow(least) {
      limit = Math.max(Math.min(least, limit), Math.floor(limit / 2))
    },
  }
}
