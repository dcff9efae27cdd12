/** A run of neighbouring tasks, from `next` to before `end`. */
interface Share {
  next: number
  end: number
}

/**
 * Shares tasks among some workers so that neighbours stay together: what was found out for one serves the next. Who has done his own
 * takes over the second half of the longest share that is left.
 * @returns for each worker a function that gives the number of his next task, or undefined when none is left
 */
export function shareOut(tasks: number, workers: number): (() => number | undefined)[] {
  const shares = Array.from({ length: workers }, (_, n): Share => ({
    next: Math.floor((tasks * n) / workers),
    end: Math.floor((tasks * (n + 1)) / workers),
  }))
  const left = ({ next, end }: Share): number => end - next
  const refill = (own: Share): void => {
    const longest = shares.reduce((one, other) => (left(other) > left(one) ? other : one))
    const middle = longest.end - Math.ceil(left(longest) / 2)
    own.next = middle
    own.end = longest.end
    if (longest !== own) longest.end = middle
  }
  return shares.map((own) => () => {
    if (left(own) === 0) refill(own)
    return left(own) > 0 ? own.next++ : undefined
  })
}
