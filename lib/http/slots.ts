/** A fair limit: at most `size` tasks at once, the others in the order in which they came. */
export interface Slots {
  /** Resolves when there is room; call what it gives exactly once to make room again. */
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
