/** Queues of cases: the cases of one queue run one after the other, and the queues run side by side. */
export type Queues<T> = readonly (readonly T[])[]

/** Acts on the items of each queue one after the other; the queues run side by side. */
export async function eachInTurn<T>(
  queues: Queues<T>,
  act: (item: T, queue: number) => Promise<void>,
): Promise<void> {
  await Promise.all(
    queues.map(async (queue, index) => {
      // oxlint-disable-next-line no-await-in-loop -- a queue runs one item after the other
      for (const item of queue) await act(item, index)
    }),
  )
}
