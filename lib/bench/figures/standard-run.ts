import { type Experiment, repeat } from '../figure.ts'
import { particularsOf, ratioOf, runAndReplay } from '../run-and-replay.ts'

/** A standard run on the embedded service, from the start of the process to its end. */
export const standardRun: Experiment = {
  number: 1,
  title: 'standard run on the embedded service',
  async measure({ repetitions, folder }) {
    const all = await repeat(repetitions(5), () => runAndReplay(folder))
    return [
      {
        name: 'on the key under test',
        unit: 'requests',
        values: all.map(({ requests }) => requests.main),
        target: { atMost: 350 },
      },
      {
        name: 'cold start to exit',
        unit: 's',
        values: all.map(({ run }) => run.seconds),
        target: { atMost: 2.5 },
        ratio: ratioOf(all),
        note: particularsOf(all),
      },
      {
        name: 'peak memory',
        unit: 'MB',
        values: all.map(({ run }) => run.peakMegabytes),
        target: { atMost: 250 },
      },
    ]
  },
}
