import type { RunSettings } from '../config/resolve.ts'
import type { Capsule } from '../../replay/capsule.ts'
import { readCapsule } from '../../replay/capsule.ts'
import { replayOnTarget, replayRecorded } from '../../replay/replay.ts'
import { exitCodeOf, renderReplay, type Replay } from '../../replay/replay-text.ts'
import { ConfigurationError } from '../../run/options.ts'
import type { Setup } from '../../run/setup.ts'
import { openTarget } from '../../run/target.ts'
import { packageVersion } from '../../util/package.ts'
import type { TextResult, TextStyle } from './text-result.ts'
import { fromFile } from './from-file.ts'

interface ReplayOptions extends TextStyle {
  /** Present: the requests are sent again, to this target. */
  readonly target?: RunSettings
}

/** Shows and judges a capsule again; with a target, after sending its requests again. Throws a ConfigurationError of one line. */
export async function replayFile(
  setup: Setup,
  file: string,
  options: ReplayOptions,
  signal: AbortSignal,
): Promise<TextResult> {
  const capsule = await fromFile(file, (source) => readCapsule(source, setup.api.catalogue))
  const { target: settings } = options
  const replay =
    settings === undefined
      ? replayRecorded(setup.api, capsule)
      : await sentAgain(setup, capsule, settings, signal)
  return { text: renderReplay(replay, options), exitCode: exitCodeOf(replay) }
}

async function sentAgain(
  setup: Setup,
  capsule: Capsule,
  settings: RunSettings,
  signal: AbortSignal,
): Promise<Replay> {
  // The address in a file is not followed: who sends a key says where to.
  if (settings.baseUrl === undefined && !capsule.target.embedded) {
    throw new ConfigurationError(
      `the capsule was recorded on ${capsule.target.baseUrl}: set CONFORMANCE_BASE_URL and CONFORMANCE_API_KEY`,
    )
  }
  const target = await openTarget(setup, settings)
  try {
    const { baseUrl, transport, keys } = target
    const { writes } = settings
    return await replayOnTarget(
      setup.api,
      capsule,
      { baseUrl, transport, keys, writes, version: packageVersion() },
      signal,
    )
  } finally {
    await target.close()
  }
}
