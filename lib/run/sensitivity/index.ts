import type { CaseOutcome } from '../../harness/outcome.ts'
import type { Session } from '../../harness/session.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Sensitivity } from '../../report/record.ts'
import type { Fault } from '../../judge/fault.ts'
import { Replay } from './replay.ts'
import { createRandom } from '../../util/random.ts'
import { representatives, sample } from './sampling.ts'

/** How many faults of each kind: enough to be told, few enough to cost no time. */
const PER_OPERATOR = 3

/** What a run left behind that can be judged again. */
export interface Recording {
  readonly session: Session
  readonly outcomes: readonly CaseOutcome[]
  readonly exchanges: readonly Exchange[]
  readonly baseUrl: string
}

/**
 * What the answers of a run would have shown, had they been wrong: alters copies of them, one at a time, and judges them again by the
 * oracles and, where those see nothing, by the reading cases that looked at them. Sends nothing. The same seed alters the same.
 * @returns undefined where the run has no answers to alter
 */
export async function sensitivityOf(recording: Recording, seed: number): Promise<Sensitivity | undefined> {
  const random = createRandom(seed)
  const usable = representatives(recording.exchanges, random)
  if (usable.length === 0) return undefined
  const { session, outcomes, exchanges, baseUrl } = recording
  const replay = new Replay(session, outcomes, exchanges, baseUrl)
  const rejudging = new Rejudging(recording)
  let [seeded, caught, equivalent] = [0, 0, 0]
  const blind = new Map<string, { operator: string; where: string; count: number; reason: string }>()
  for (const operator of session.api.operators) {
    for (const fault of sample(operator, usable, exchanges, PER_OPERATOR, random)) {
      seeded += 1
      if (fault.equivalent === true) {
        equivalent += 1
        continue
      }
      // oxlint-disable-next-line no-await-in-loop -- one alteration at a time keeps one copy in memory
      if (rejudging.notices(fault) || (await replay.notices(fault.exchange))) {
        caught += 1
        continue
      }
      const where = `${fault.exchange.operation} ${fault.where}`
      const known = blind.get(`${operator.name} ${where}`)
      blind.set(`${operator.name} ${where}`, {
        operator: operator.name,
        where,
        count: (known?.count ?? 0) + 1,
        reason: operator.unseen,
      })
    }
  }
  return { seeded, caught, equivalent, blindSpots: [...blind.values()] }
}

/** The oracles, over an answer that was altered. */
class Rejudging {
  private readonly recording: Recording
  private readonly usual = new Map<number, ReadonlySet<string>>()

  constructor(recording: Recording) {
    this.recording = recording
  }

  notices({ exchange }: Fault): boolean {
    const original = this.recording.exchanges.find(({ id }) => id === exchange.id)
    const usual =
      this.usual.get(exchange.id) ?? new Set(original === undefined ? [] : this.violations(original))
    this.usual.set(exchange.id, usual)
    return this.violations(exchange).some((requirement) => !usual.has(requirement))
  }

  private violations(exchange: Exchange): readonly string[] {
    const { session, exchanges, baseUrl } = this.recording
    const alone = session.discovery.other === undefined
    return session.api.rejudge(exchange, { exchanges, baseUrl, alone })
  }
}
