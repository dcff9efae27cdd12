import { type Experiment, median, repeat } from '../figure.ts'
import { particularsOf, ratioOf, runAndReplay } from '../run-and-replay.ts'

const SCALE = 100

/** A standard run on a service with a hundred times as much data, and on one with the usual amount; both in a process of their own. */
export const largeData: Experiment = {
  number: 2,
  title: `${SCALE} times as much data, service in a process of its own`,
  async measure({ repetitions, folder }) {
    const pairs = await repeat(repetitions(3), async () => ({
      usual: await runAndReplay(folder, { scale: 1 }),
      large: await runAndReplay(folder, { scale: SCALE }),
    }))
    const usual = pairs.map((pair) => pair.usual)
    const large = pairs.map((pair) => pair.large)
    return [
      {
        name: 'scale 1: cold start to exit',
        unit: 's',
        values: usual.map(({ run }) => run.seconds),
        ratio: ratioOf(usual),
        note: particularsOf(usual),
      },
      {
        name: `scale ${SCALE}: cold start to exit`,
        unit: 's',
        values: large.map(({ run }) => run.seconds),
        ratio: ratioOf(large),
        note: particularsOf(large),
      },
      {
        name: `scale ${SCALE} to scale 1: time`,
        unit: 'times',
        values: pairs.map((pair) => pair.large.run.seconds / pair.usual.run.seconds),
        target: { atMost: 1.5 },
      },
      {
        name: `scale ${SCALE} to scale 1: difference in requests`,
        unit: '%',
        values: pairs.map((pair) => differenceOf(pair.usual.requests.total, pair.large.requests.total)),
        target: { atMost: 10 },
        note: `on the key under test: ${median(usual.map((one) => one.requests.main))} and ${median(large.map((one) => one.requests.main))}`,
      },
      {
        name: `scale ${SCALE}: peak memory`,
        unit: 'MB',
        values: large.map(({ run }) => run.peakMegabytes),
      },
    ]
  },
}

function differenceOf(usual: number, large: number): number {
  return (Math.abs(large - usual) / usual) * 100
}
