import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { answer, hostile, type HostileBehaviour } from '../engine/http/testing/behaviours.ts'
import { startHostile } from '../engine/http/testing/hostile-server.ts'
import type { RunRecord } from '../app/report/record.ts'
import { validateRecord } from '../app/report/validate-record.ts'
import { runProgram } from './program.ts'
import { atServer } from './testing/at-server.ts'
import { type FakeHost, fakeHost } from './testing/fake-host.ts'

// Whole runs, several at once: ample time on a busy machine.
vi.setConfig({ testTimeout: 150_000, maxConcurrency: 6 })

const KEY = 'cak_live_Hostile4Vb8Nm2Kd6Xq7Zr4Tw9'

/**
 * Runs the command line, and checks the rules for every ending: one line that names the cause, all reports,
 * no key.
 */
async function endOf(
  argv: readonly string[],
  host: FakeHost,
): Promise<{ readonly exitCode: number; readonly said: string }> {
  const exitCode = await runProgram(['run', '--profile', 'smoke', '--reports', 'out', ...argv], host)
  const folder = join(host.folder, 'out')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = await Promise.all(names.map((name) => readFile(name, 'utf8')))
  const said = `${host.err()}${host.out()}`.replaceAll(/\s+/g, ' ')
  const record: RunRecord = JSON.parse(files[names.findIndex((name) => name.endsWith('run.json'))] ?? '')
  expect(validateRecord(record)).toEqual([])
  const cause = exitCode === 2 ? /^[\x20-\x7e\u2026]{20,600}$/ : /^[\x20-\x7e\u2026]{0,600}$/
  expect(record.problem ?? '').toMatch(cause)
  expect(`${said}${files.join('')}`).not.toContain(KEY)
  return { exitCode, said }
}

const refusal = (error: string, code: string): string => JSON.stringify({ error, code })

/** The server with a known misbehaviour, or a server that gives every request the same answer. */
function serverThat(id: string, body: string | undefined): HostileBehaviour {
  if (body === undefined) return hostile(id)
  const serve: HostileBehaviour['serve'] = (socket) => void socket.write(answer(body, undefined, id))
  return { id, outcome: 'response', serve }
}

/**
 * Servers, each with the expected message of a run: one for each way in which answers fail, and for each kind
 * of answer.
 */
const SERVERS: readonly (readonly [idOrStatus: string, exitCode: number, says: RegExp, body?: string])[] = [
  ['silent', 2, /no response within 1.0 s/],
  ['keep-alive-closed', 1, /FAILED .*violation/],
  ['body-endless-chunked', 2, /larger than 8 MiB/],
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

test('one transcript of 15 MB leaves its rows unjudged, and the others judged', async () => {
  const { run, read, said } = await atServer((_, answer) => {
    const { data } = Object(answer.json)
    if (answer.status !== 200 || !Array.isArray(data?.messages)) return answer
    const [first = {}] = data.messages
    const message = { ...first, content: 'x'.repeat(15 * 1024 * 1024) }
    return { ...answer, json: { data: { ...data, messages: [message] } } }
  })
  expect([await run('--profile', 'smoke'), said()]).toEqual([0, expect.stringContaining('PASSED')])
  const { requirements }: RunRecord = JSON.parse(await read('reports/run.json'))
  const reasons = requirements.map(({ reason = '' }) => reason).filter((reason) => reason.includes('8 MiB'))
  expect(new Set(reasons).size).toBe(1)
})
