import { inProcessTarget } from '../app/run/in-process.ts'
import { SCOPE } from '../app/run/scope.ts'
import { scrubberFor } from '../app/run/scrubber.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ENCODERS, leakOf } from '../engine/http/testing/encoders.ts'
import { type RunOutcome, verifyTarget } from '../app/run/index.ts'
import type { Target } from '../app/run/target.ts'
import { OPTIONS } from '../app/run/testing/options.ts'
import { FRUGAL_CASES } from '../app/run/testing/whole-run.ts'
import { runProgram } from './program.ts'
import { fakeHost } from './testing/fake-host.ts'

// Whole runs: ample time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** A plain key, and a key with characters that each escape writes differently. */
const CANARIES = {
  main: 'cak_live_MainCanary4Vb8Nm2Kd6Xq7Zr4Tw9',
  other: "cak_live_Other'Canary{02}~$^`Yk3Lm8Np5",
}

const ENVIRONMENT = {
  CONFORMANCE_API_KEY: CANARIES.main,
  CONFORMANCE_BASE_URL: 'https://h.example/v1',
  GITHUB_ACTIONS: 'true',
}

/**
 * A target with those keys that echoes every key it receives: in bodies, headers, errors, redirects and
 * webhooks.
 */
function echoing(): Target {
  const target = inProcessTarget({
    seams: {
      events: {
        deliveries: (event) => [
          {
            headers: [['X-Key', CANARIES.main]],
            json: { type: event.type, key: CANARIES.main, data: { id: event.row.id } },
          },
        ],
      },
    },
  })
  const own = [
    [CANARIES.main, target.keys.main],
    [CANARIES.other, target.keys.other],
  ] as const
  return {
    ...target,
    keys: CANARIES,
    scrub: scrubberFor(CANARIES, {}),
    transport: async (request) => {
      const sent = request.headers.find(([name]) => name === 'Authorization')?.[1] ?? ''
      const known = own.find(([canary]) => sent === `Bearer ${canary}`)
      const headers = request.headers.map(([name, value]) =>
        name === 'Authorization' && known !== undefined
          ? ([name, `Bearer ${known[1]}`] as const)
          : ([name, value] as const),
      )
      const answer = await target.transport({ ...request, headers })
      const key = sent.slice('Bearer '.length)
      const echoes = [sent, ...Object.values(ENCODERS).map((encode) => encode(key))]
      return {
        ...answer,
        headers: [
          ...answer.headers,
          ...echoes.map((echo, i) => [`X-Echo-${i}`, echo] as const),
          ['Location', `https://elsewhere.example/?key=${encodeURIComponent(key)}`],
        ],
        body: Buffer.from(withEcho(Buffer.from(answer.body).toString(), echoes)),
      }
    },
  }
}

/** Puts echoes into the body of an answer, where a finding quotes them. */
function withEcho(text: string, echoes: readonly string[]): string {
  if (!text.startsWith('{')) return `${text}${echoes.join(' ')}`
  const body = JSON.parse(text)
  if (typeof body.error === 'string') body.error = `${body.error} ${echoes.join(' ')}`
  else if (typeof body.data === 'object' && !Array.isArray(body.data)) {
    body.data.status = 5
    body.data.window = echoes.join(' ')
    body.data.key_prefix = echoes[0]
    body.data[`seen ${echoes[0]}`] = echoes
  }
  return JSON.stringify({ ...body, echoes })
}

/** The keys that an artefact shows, in any encoding that can be undone. */
function leaksIn(name: string, text: string): string[] {
  return Object.values(CANARIES).flatMap((key) => {
    const line = text.split('\n').find((one) => leakOf(one, key) !== undefined)
    return line === undefined ? [] : [`${name}: ${leakOf(line, key)} in ${line.slice(0, 300)}`]
  })
}

/** The cases of the smallest profile, and the cases that alter the key. */
const CASES_WITH_KEYS = FRUGAL_CASES.filter(
  ({ smoke, requirements }) => smoke || requirements.includes('AUTH-04'),
)

let outcome: RunOutcome

beforeAll(async () => {
  const target = echoing()
  outcome = await verifyTarget(target, { ...SCOPE, cases: CASES_WITH_KEYS }, { ...OPTIONS, budget: 800 })
  await target.close()
})

describe('no key leaves the process, though the target echoes it everywhere', () => {
  test('in any artefact of a run, in any encoding that can be undone', async () => {
    const host = await fakeHost(ENVIRONMENT)
    const argv = ['run', '--verbose', '--reports', 'out']
    await runProgram(argv, host, { runConformance: () => Promise.resolve(outcome) })
    const artefacts = new Map([
      ['stdout', host.out()],
      ['stderr', host.err()],
    ])
    for (const entry of await readdir(host.folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        artefacts.set(entry.name, await readFile(join(entry.parentPath, entry.name), 'utf8'))

    expect(artefacts.size).toBeGreaterThan(6)
    expect([...artefacts].flatMap(([name, text]) => leaksIn(name, text))).toEqual([])
  })

  test('and the placeholder says which one it was', () => {
    const text = JSON.stringify(outcome.record)

    expect(text).toContain('$CONFORMANCE_API_KEY')
    expect(text).toContain('$CONFORMANCE_API_KEY(altered)')
    expect(text).toContain('$CONFORMANCE_OTHER_API_KEY')
    expect(outcome.record.exitCode).toBe(1)
  })
})
