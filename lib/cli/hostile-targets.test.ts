import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { answer, hostile, type HostileBehaviour } from '../engine/http/testing/behaviours.ts'
import { startHostile } from '../engine/http/testing/hostile-server.ts'
import type { WireRequest } from '../engine/http/exchange.ts'
import type { Transport, WireResponse } from '../engine/http/transport.ts'
import type { RunRecord } from '../app/report/record.ts'
import { validateRecord } from '../app/report/validate-record.ts'
import { jsonAnswer } from '../app/run/testing/tamper.ts'
import { SMOKE_CASES, wholeRun } from '../app/run/testing/whole-run.ts'
import type { RunConformance } from './command.ts'
import { runProgram } from './program.ts'
import { type FakeHost, fakeHost } from './testing/fake-host.ts'

// Whole runs, several at once: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 150_000, maxConcurrency: 6 })

const KEY = 'cak_live_Hostile4Vb8Nm2Kd6Xq7Zr4Tw9'

/** Runs the command line, and checks what holds of each end: one line that names the cause, all reports, no key. */
async function endOf(
  argv: readonly string[],
  host: FakeHost,
  engine: { readonly runConformance?: RunConformance } = {},
): Promise<{ readonly exitCode: number; readonly said: string }> {
  const exitCode = await runProgram(['run', '--profile', 'smoke', '--reports', 'out', ...argv], host, engine)
  const folder = join(host.folder, 'out')
  const names = await readdir(folder)
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const said = `${host.err()}${host.out()}`.replaceAll(/\s+/g, ' ')
  const record: RunRecord = JSON.parse(files[names.indexOf('run.json')] ?? '')
  expect(validateRecord(record)).toEqual([])
  const cause = exitCode === 2 ? /^[\x20-\x7e\u2026]{20,600}$/ : /^[\x20-\x7e\u2026]{0,600}$/
  expect(record.problem ?? '').toMatch(cause)
  expect(`${said}${files.join('')}`).not.toContain(KEY)
  return { exitCode, said }
}

const refusal = (error: string, code: string): string => JSON.stringify({ error, code })

/** The server with a known misbehaviour, or one that answers alike everywhere. */
function serverThat(id: string, body: string | undefined): HostileBehaviour {
  if (body === undefined) return hostile(id)
  const serve: HostileBehaviour['serve'] = (socket) => void socket.write(answer(body, undefined, id))
  return { id, outcome: 'response', serve }
}

/** Servers, each with what a run says of it: one of each way in which answers come to nothing, and of each kind of answer. */
const SERVERS: readonly (readonly [idOrStatus: string, exitCode: number, says: RegExp, body?: string])[] = [
  ['refused', 2, /accepts no connection/],
  ['silent', 2, /no response within 1.0 s/],
  ['keep-alive-closed', 1, /FAILED .*violation/],
  ['body-endless-chunked', 2, /larger than 8 MiB/],
  ['redirect-loop', 2, /redirects every request \(308\)/],
  ['500 Internal Server Error', 2, /fails at every request: 500/, 'x'.repeat(5_000_000)],
  [
    '401 Unauthorized',
    2,
    /rejects the key .*\$CONFORMANCE_API_KEY/,
    refusal(`unknown key ${KEY}`, 'unauthorized'),
  ],
]

describe.concurrent('a run against a server', () => {
  test.for(SERVERS)('%s names the cause', async ([id, exitCode, says, body], { onTestFinished }) => {
    const server = await startHostile(serverThat(id, body))
    onTestFinished(() => server.close())
    const host = await fakeHost({ CONFORMANCE_API_KEY: KEY }, {}, { atEnd: onTestFinished })
    expect(await endOf(['--base-url', server.url, '--timeout', id === 'silent' ? '1' : '20'], host)).toEqual({
      exitCode,
      said: expect.stringMatching(says),
    })
  })
})

/** Makes another answer of that of the reference service. */
type Alter = (plain: WireResponse, request: WireRequest) => WireResponse

const BOOKINGS = /\/bookings(?:\?|$)/
const atBookings =
  (own: Alter): Alter =>
  (plain, request) =>
    BOOKINGS.test(request.url) ? own(plain, request) : plain
const atErrors =
  (own: Alter): Alter =>
  (plain, request) =>
    plain.status >= 400 ? own(plain, request) : plain
const withBody = (plain: WireResponse, alter: (text: string) => string): WireResponse => ({
  ...plain,
  body: Buffer.from(alter(Buffer.from(plain.body).toString())),
})

const LARGE = 'e'.repeat(5_000_000)

/** One oddity in a service that is fine: the rest is judged as ever. */
const ODDITIES: readonly (readonly [what: string, exitCode: number, says: RegExp, alter: Alter])[] = [
  [
    'one operation has too many values',
    2,
    /more than 500,000 values in its JSON.*could not be judged/,
    atBookings(() => jsonAnswer(`{"data":[${'{},'.repeat(599_999)}{}]}`)),
  ],
  [
    'errors are large',
    0,
    /PASSED/,
    atErrors((plain) => withBody(plain, (text) => text.replace('"error":"', `$&${LARGE}`))),
  ],
]

test.for(ODDITIES)(
  'a run against a service where %s',
  async ([, exitCode, says, alter], { onTestFinished }) => {
    const host = await fakeHost({}, {}, { atEnd: onTestFinished })
    const through =
      (reference: Transport): Transport =>
      async (request, signal) =>
        alter(await reference(request, signal), request)
    const runConformance: RunConformance = () => wholeRun({ cases: SMOKE_CASES, through })
    expect(await endOf([], host, { runConformance })).toEqual({ exitCode, said: expect.stringMatching(says) })
  },
)
