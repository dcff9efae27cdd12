/** Opening a run: whether there is anything to judge, what a killed run has left, and what the workspace holds. */
import { Patience } from '../../../engine/case/certainty.ts'
import { discover as discoverIn, type Discovery } from '../../../engine/case/discovery.ts'
import { Memo, RunStore } from '../../../engine/case/run-store.ts'
import type { Session } from '../../../engine/case/session.ts'
import type { Client } from '../../../engine/http/client.ts'
import type { Ledger } from '../../../engine/http/ledger.ts'
import { ConfigurationError } from '../../../engine/util/errors.ts'
import { count } from '../../../engine/util/text.ts'
import { restore } from '../journal.ts'
import { DRAWN, type RunOptions } from '../options.ts'
import { preflight } from '../preflight.ts'
import { refuseShortage } from '../quota.ts'
import { scrubberFor } from '../scrubber.ts'
import type { Target } from '../target.ts'
import { equip, type Equipment, runName } from './equipment.ts'
import { noticingRejection } from './rejection.ts'
import type { Tally } from './tally.ts'
import { sparingHangingEndpoints, sparingOtherKey } from './sparing.ts'

/** Preflight and discovery; then everything is known that the cases share. */
export async function openSession(equipment: Equipment): Promise<Session> {
  const { target, options, ending, tally, pause, journal, clientFor, running } = equipment
  const { concurrency, seed } = options
  const plain = clientFor(concurrency, running)
  const memo = new Memo()
  const proof = await checkTarget(equipment, remembering(plain, memo))
  await restoreAfterKill(equipment)
  const ended = noticingRejection(sparingHangingEndpoints(sparingOtherKey(plain, options.floor)), {
    prober: clientFor(1, running),
    proof,
    ending,
  })
  const discovery = await discover(equipment, remembering(ended, memo))
  return {
    client: journal?.keeping(ended, discovery) ?? ended,
    spender: clientFor(concurrency, running),
    discovery,
    memo,
    store: new RunStore(),
    patience: new Patience(pause),
    deliveries: target.mailbox,
    settings: {
      seed,
      fuzzRuns: options.fuzzRuns,
      inputs: DRAWN[options.profile],
      keys: target.keys,
      apexUrl: target.apexUrl,
    },
    exchanges: tally.exchanges,
    observed: [],
    takeDoubts: (exchanges) => tally.takeDoubts(exchanges),
    violated: new Set(),
    pause,
    ended: () => ending.ended,
    overdue: ending.overdue,
    runMark: target.embedded ? `cac-${seed.toString(36)}` : runName(seed),
  }
}

/** A target that was looked at, and nothing more: what `plan` and `doctor` need. */
interface Explored {
  readonly discovery: Discovery
  readonly ledger: Ledger
  readonly tally: Tally
  /** Sends no request twice. */
  readonly client: Client
  /** The path that shows the API. */
  readonly path: string
}

/**
 * Preflight and discovery alone.
 * @param otherKey - whether the workspace of the second key is looked at, too
 */
export async function exploreTarget(
  target: Target,
  options: RunOptions,
  { otherKey = true, signal }: { readonly otherKey?: boolean; readonly signal?: AbortSignal },
): Promise<Explored> {
  const equipment = equip(target, options, { signal })
  const { ending, ledger, tally, clientFor, running } = equipment
  try {
    const client = remembering(clientFor(options.concurrency, running), new Memo())
    const path = await checkTarget(equipment, client)
    return { discovery: await discover(equipment, client, otherKey), ledger, tally, client, path }
  } finally {
    ending.close()
  }
}

/** Puts back what a run that was killed has left changed, before anything is taken for the state of the workspace. */
async function restoreAfterKill({ target, options, onNotice, clientFor }: Equipment): Promise<void> {
  const { journal, writes, concurrency } = options
  if (journal === undefined || !writes) return
  const restored = await restore(journal, target.baseUrl, clientFor(concurrency, { unlimited: true }))
  if (restored > 0)
    onNotice?.(`put back ${count(restored, 'conversation')} that a killed run had left changed`)
}

/** Checks that the target can be judged and that the allowance covers discovery. Returns the path that shows it. */
async function checkTarget({ target, options, ledger }: Equipment, client: Client): Promise<string> {
  const proof = await preflight(client, target.baseUrl).catch((error: unknown) => {
    // With nothing left, there was no answer that could be read.
    refuseShortage(ledger, options)
    // The line quotes the target, which may show what it was sent.
    if (!(error instanceof ConfigurationError)) throw error
    throw new ConfigurationError(scrubberFor(target, options).text(error.message), { cause: error })
  })
  refuseShortage(ledger, options)
  return proof
}

function discover({ target, options }: Equipment, { send }: Client, otherKey = true): Promise<Discovery> {
  const { keys, apexUrl, webhooks } = target
  return discoverIn({
    send,
    hasOtherKey: otherKey && keys.other !== undefined,
    capabilities: {
      writes: options.writes,
      exhaustibleKey: keys.exhaustible !== undefined,
      apex: apexUrl !== undefined,
      webhooks,
    },
  })
}

/** A client that sends no request twice. */
function remembering(client: Client, memo: Memo): Client {
  return { send: (spec) => memo.recall(spec, () => client.send(spec)) }
}
