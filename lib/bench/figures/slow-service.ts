import { type Experiment, repeat } from '../figure.ts'
import { particularsOf, ratioOf, runAndReplay } from '../run-and-replay.ts'

/** A standard run on a service that lets a while pass before each answer. */
export const slowService: Experiment = {
  number: 3,
  title: 'service that takes 100 ms for each answer',
  async measure({ repetitions, folder }) {
    const all = await repeat(repetitions(3), () => runAndReplay(folder, { latencyMs: 100 }))
    return [
      {
        name: 'cold start to exit',
        unit: 's',
        values: all.map(({ run }) => run.seconds),
        target: { atMost: 8 },
        ratio: ratioOf(all),
        note: particularsOf(all),
      },
    ]
  },
}
