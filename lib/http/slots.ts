/** A fair limit: at most `size` tasks at once, the others in the order in which they came. */
export interface Slots {
  /** Resolves when there is room; call what it gives exactly once to make room again. */
  take(): Promise<() => void>
}

export function createSlots(size: number): Slots {
  const waiting: (() => void)[] = []
  let free = Math.max(1, size)
  const release = (): void => {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }
  return {
    async take() {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      return release
    },
  }
}
