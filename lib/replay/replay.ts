import type { Api } from '../harness/api.ts'
import type { Capsule } from './capsule.ts'
import { exchangeOf } from './read-capsule.ts'
import type { Replay } from './replay-text.ts'
import { resend, type ResendTarget } from './resend.ts'
import { symptoms } from './symptom.ts'

/** Judges the exchanges of a capsule again. Sends nothing. */
export function replayRecorded(api: Api, capsule: Capsule): Replay {
  const recorded = capsule.exchanges.map(exchangeOf)
  return { capsule, symptoms: symptoms(api, capsule, recorded, recorded, capsule.target.baseUrl) }
}

/** Sends the requests of a capsule again and says whether the symptom is still there. */
export async function replayOnTarget(
  api: Api,
  capsule: Capsule,
  target: ResendTarget,
  signal?: AbortSignal,
): Promise<Replay> {
  const recorded = capsule.exchanges.map(exchangeOf)
  const sendable = capsule.exchanges.map(({ curl: _curl, response: _response, ...exchange }) => exchange)
  const resent = await resend(api, sendable, capsule.target.baseUrl, target, signal)
  return {
    capsule,
    symptoms: symptoms(api, capsule, recorded, resent.exchanges, target.baseUrl),
    resent: { ...resent, baseUrl: target.baseUrl },
  }
}
