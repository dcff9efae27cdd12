/**
 * The file of known failures in its owner's daily use: from a red server to a green pipeline, night after
 * night.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { SeamOverrides } from '../../fixtures/reference/index.ts'
import type { RunRecord } from '../app/report/record.ts'
import type { KnownFailures } from '../app/run/options.ts'
import { runProgram } from './program.ts'
import { atServer } from './testing/at-server.ts'
import { fakeHost } from './testing/fake-host.ts'

// Whole runs: ample time on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

const FILE = 'known-failures.json'

type Respond = NonNullable<SeamOverrides['respond']>

const STATUS: Respond = ({ operation = '' }, answer) =>
  /^GET \/(?:me|chatbots)$/.test(operation) && answer.status === 200 ? { ...answer, status: 203 } : answer

const HAS_MORE: Respond = (_, answer) => {
  const page = Object(Object(answer.json).pagination)
  return 'has_more' in page
    ? { ...answer, json: { ...Object(answer.json), pagination: { ...page, has_more: true } } }
    : answer
}

/** A server with a mistake until the mistake is fixed, and the file of its known failures. */
async function atMistaken(mistake: Respond) {
  let isBroken = true
  const { run, said, read } = await atServer(
    (request, answer) => (isBroken ? mistake(request, answer) : answer),
    { CONFORMANCE_KNOWN_FAILURES: FILE, CONFORMANCE_PROFILE: 'smoke' },
  )
  return {
    run,
    said,
    read,
    listed: async (): Promise<KnownFailures> => JSON.parse(await read(FILE)) as KnownFailures,
    mend: () => {
      isBroken = false
    },
  }
}

test('has_more always true: red, listed, and green afterwards', async () => {
  const { run, said, listed } = await atMistaken(HAS_MORE)
  expect(await run('--update-known-failures')).toBe(1)
  const { profile, failures } = await listed()
  expect(profile).toBe('smoke')
  expect(new Set(failures.map(({ id }) => id)).size).toBe(failures.length)
  for (const { id, places = [] } of failures)
    expect(said()).toContain(`added ${id} at ${places.join(', ')}: replace its reason`)
  expect([await run(), said()]).toEqual([0, said()])
})

test('a status: green in every profile, red once it is mended, and green without its entries', async () => {
  const { run, said, read, listed, mend } = await atMistaken(STATUS)
  expect(await run('--update-known-failures')).toBe(1)
  const { failures } = await listed()
  expect([await run('--profile', 'standard'), said()]).toEqual([0, said()])

  mend()
  // A requirement that this run judged and that holds is not called untried; only a run of the entry's
  // profile can say whether the entry must go.
  expect([await run('--profile', 'standard'), said()]).toEqual([0, said()])
  const { settings } = JSON.parse(await read('reports/run.json')) as RunRecord
  const warned = (what: string): string => settings.warnings.find((line) => line.includes(what)) ?? ''
  expect(warned('passed here')).toMatch(/a run of everything with --profile smoke/)
  expect(warned('not tried')).toBe('')

  expect(await run('--update-known-failures')).toBe(1)
  expect(said()).toMatch(/FAILED {2}\d+ known failures? pass(?:es)? now: remove/)
  for (const { id, places = [] } of failures)
    expect(said()).toContain(`removed ${id} at ${places.join(', ')}: it passes now`)
  expect(await listed()).toEqual({ profile: 'smoke', failures: [] })
})

test('a run that judges nothing leaves the file as it is', async () => {
  const host = await fakeHost()
  const text = '{ "profile": "standard", "failures": [{ "id": "AUTH-01", "reason": "ours" }] }'
  await writeFile(join(host.folder, FILE), text)
  const base = ['--base-url', 'http://127.0.0.1:1/v1']
  const words = ['run', '--update-known-failures', '--known-failures', FILE, ...base]
  const environment = { CONFORMANCE_API_KEY: 'cak_live_0123456789' }
  expect(await runProgram(words, { ...host, environment })).toBe(2)
  expect(await readFile(join(host.folder, FILE), 'utf8')).toBe(text)
})

test.each([
  [
    ['--profile', 'full'],
    'the known failures are those of profile standard: update them with --profile standard, or write "profile": "full" into the file first',
  ],
  [['--seed', 'random'], '--update-known-failures lists what the usual inputs show: leave out --seed'],
])('an update with other inputs is refused: %j', async (words, says) => {
  const host = await fakeHost(
    {},
    { [FILE]: '{ "profile": "standard", "failures": [{ "id": "AUTH-01", "reason": "ours" }] }' },
  )
  expect(await runProgram(['run', '--update-known-failures', '--known-failures', FILE, ...words], host)).toBe(
    2,
  )
  expect(host.err()).toBe(`error: ${says}\n`)
})
