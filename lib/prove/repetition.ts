import { setImmediate as turn } from 'node:timers/promises'
import { VARIANTS } from '../../fixtures/variants/index.ts'
import { CASES } from '../../suites/index.ts'
import type { Transport } from '../http/transport.ts'
import type { Verdict } from '../judge/verdict.ts'
import { inProcessTarget } from '../run/in-process.ts'
import type { Target } from '../run/target.ts'
import { createRandom, shuffled } from '../util/random.ts'
import type { RepetitionResult } from './matrix.ts'
import { frozenClock, proofOptions } from './settings.ts'
import type { ProofSettings } from './subjects.ts'
import { tryTarget } from './trial.ts'

/** A workspace in use: every third repetition runs against one of them. */
const BUSY = VARIANTS.filter(({ id }) => id.startsWith('workspace/busy'))

/**
 * Runs all cases once more, in another order, with another seed, with answers that come in another order; every third time against a
 * workspace in use. Only what a judge may never do is told for those: find a violation.
 */
export async function repeat(number: number, { seed, fuzzRuns }: ProofSettings): Promise<RepetitionResult> {
  const random = createRandom(seed + number)
  const busy = number % 3 === 2 ? BUSY[Math.floor(number / 3) % BUSY.length] : undefined
  const target = jittered(
    inProcessTarget({ now: frozenClock, ...busy?.options?.(), ...(busy && { seams: busy.seams() }) }),
    random,
  )
  const trial = await tryTarget(target, shuffled(CASES, random), proofOptions(seed + number, fuzzRuns))
  const steady = (verdict: Verdict): boolean =>
    busy === undefined || verdict === 'failed' || verdict === 'error'
  return {
    number,
    busy: busy !== undefined,
    verdicts: Object.fromEntries([...trial.verdicts()].filter(([, verdict]) => steady(verdict))),
    durationMs: trial.durationMs,
  }
}

/** A target whose answers overtake each other: each waits for up to three turns of the event loop. */
function jittered(target: Target, random: () => number): Target {
  const wait = async (): Promise<void> => {
    for (let turns = Math.floor(random() * 4); turns > 0; turns--) await turn()
  }
  const transport: Transport = async (request, signal) => {
    await wait()
    const answer = await target.transport(request, signal)
    await wait()
    return answer
  }
  return { ...target, transport }
}
