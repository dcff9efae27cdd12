import { API } from '../api/index.ts'
import { inProcessTarget } from '../testing/bound.ts'
import { describe, expect, test } from 'vitest'
import { createReference, type SeamOverrides } from '../../fixtures/reference/index.ts'
import { CASES } from '../../suites/index.ts'
import { completeOptions } from '../cli/config/complete.ts'
import { verifyTarget, type RunOutcome } from '../run/index.ts'
import type { Capsule } from './capsule.ts'
import { capsulesOf, readCapsule } from './capsule.ts'
import type { ResendTarget } from './replay.ts'
import { replayOnTarget, replayRecorded } from './replay.ts'
import { exitCodeOfReplay, renderReplay } from './render.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const now = (): Date => NOON

/** A fault that an oracle finds, one that a reading case finds, and one that a writing case finds. */
const FAULTS: SeamOverrides = {
  serialize: {
    me: (key, { id, name }) => ({
      team_id: id,
      team_name: name,
      key_name: key.name,
      key_prefix: key.secret,
    }),
  },
  unknownChatbot: { 'GET /reservations': 'empty' },
  rules: { 'POST /leads': { fields: { name: { maxLength: 201 } } } },
}
const BY_ORACLE = 'GET-ME-02'
const BY_READING = 'LIST-RESERVATIONS-33'
const BY_WRITING = 'CREATE-LEAD-20'

async function brokenRun(): Promise<RunOutcome> {
  const target = inProcessTarget({ now, seams: FAULTS })
  const cases = CASES.filter(({ phase }) => phase !== 'spend')
  const options = completeOptions(
    { seed: 7, fuzzRuns: 0, budget: 5000, floor: 0, writes: true },
    API.catalogue,
  )
  try {
    return await verifyTarget(target, cases, options)
  } finally {
    await target.close()
  }
}

const run = await brokenRun()

/** As `capsules/<id>.json` holds it. */
function capsuleText(id: string): string {
  const found = capsulesOf(run.record, run.exchanges).find(({ requirement }) => requirement.id === id)
  if (found === undefined) throw new Error(`the run has no capsule ${id}`)
  return run.scrub.text(JSON.stringify(found))
}

const capsule = (id: string): Capsule => readCapsule(capsuleText(id), API.catalogue)

function targetWith(seams: SeamOverrides, writes = false): ResendTarget {
  const service = createReference({ now, seams })
  const { baseUrl, keys } = service
  return { baseUrl, transport: (request) => service.handle(request), keys, writes, version: '0.0.0' }
}

describe('a capsule', () => {
  test('is made for each violated requirement, and holds no key', () => {
    const texts = [BY_ORACLE, BY_READING, BY_WRITING].map(capsuleText)
    expect(texts.join('')).not.toMatch(/cak_live_\w{6,}/)
    expect(texts.every((text) => /\$CONFORMANCE_(?:OTHER_)?API_KEY/.test(text))).toBe(true)
  })

  test.each([
    ['not JSON', 'is not JSON'],
    ['{}', 'is not a capsule'],
    ['{"capsuleVersion":1}', 'parts are missing'],
    [capsuleText(BY_ORACLE).replaceAll(BY_ORACLE, 'NO-99'), 'speaks of NO-99'],
  ])('that is none is refused: %#', (text, problem) => {
    expect(() => readCapsule(text, API.catalogue)).toThrow(problem)
  })
})

describe('a replay without network', () => {
  test('finds by an oracle what an oracle found', () => {
    const replay = replayRecorded(API, capsule(BY_ORACLE))
    expect(replay.symptoms[0]).toMatchObject({ state: 'shown', seen: 'the whole key' })
    expect(exitCodeOfReplay(replay)).toBe(1)
  })

  test('shows the answer on which a case based its assertion', () => {
    const replay = replayRecorded(API, capsule(BY_WRITING))
    expect(replay.symptoms[0]).toMatchObject({ state: 'same-answer' })
    const text = renderReplay(replay, { color: false, verbose: false })
    expect(text).toContain('✗ CREATE-LEAD-20')
    expect(text).toContain('asserted by a case; the answer on file: status 200')
    expect(text).toContain('curl --silent')
    expect(text).toContain('exit code 1')
  })
})

describe('a replay on a target', () => {
  test.each([BY_ORACLE, BY_READING])('says that %s is still broken, or mended', async (id) => {
    const broken = await replayOnTarget(API, capsule(id), targetWith(FAULTS))
    expect(exitCodeOfReplay(broken)).toBe(1)
    const mended = await replayOnTarget(API, capsule(id), targetWith({}))
    expect(exitCodeOfReplay(mended)).toBe(0)
    expect(renderReplay(mended, { color: false, verbose: false })).toContain('The symptom is gone')
  })

  test('sends what changes data only where writes are allowed', async () => {
    const careful = await replayOnTarget(API, capsule(BY_WRITING), targetWith(FAULTS))
    expect(exitCodeOfReplay(careful)).toBe(2)
    expect(careful.resent?.unsent).toMatchObject([{ reason: 'POST needs --writes' }])

    expect(exitCodeOfReplay(await replayOnTarget(API, capsule(BY_WRITING), targetWith(FAULTS, true)))).toBe(1)
    expect(exitCodeOfReplay(await replayOnTarget(API, capsule(BY_WRITING), targetWith({}, true)))).toBe(0)
  })

  test('does not call a symptom gone where another answer may be as wrong', async () => {
    const text = capsuleText(BY_WRITING)
      .replaceAll('"expected":"status 400"', '"expected":"the known lead"')
      .replaceAll('"accepted":[400],', '')
      .replaceAll(/"pointer":"[^"]*"/g, '"pointer":"/data/id"')
      .replaceAll(/(\\"id\\":\\")\w+/g, '$1former')
    const replay = await replayOnTarget(API, readCapsule(text, API.catalogue), targetWith(FAULTS, true))
    expect(replay.symptoms[0]).toMatchObject({ state: 'unclear' })
    expect(exitCodeOfReplay(replay)).toBe(2)
    expect(renderReplay(replay, { color: false, verbose: false })).toContain(
      'cannot be recognised from these answers',
    )
  })

  test('calls a symptom gone where the required value is at its place', async () => {
    const text = capsuleText(BY_WRITING)
      .replaceAll('"accepted":[400],', '')
      .replaceAll(/"pointer":"[^"]*"/g, '"pointer":"/code"')
      .replaceAll('"received":', '"value":"bad_request","received":')
    const replay = await replayOnTarget(API, readCapsule(text, API.catalogue), targetWith({}, true))
    expect(replay.symptoms[0]).toMatchObject({
      state: 'gone',
      seen: 'status 400, "bad_request" at /code',
    })
  })

  test('says which key is missing', async () => {
    const { keys: _keys, ...rest } = targetWith(FAULTS)
    const replay = await replayOnTarget(API, capsule(BY_ORACLE), { ...rest, keys: {} })
    expect(replay.resent?.unsent[0]?.reason).toMatch(/^it needs the key in CONFORMANCE_/)
    expect(exitCodeOfReplay(replay)).toBe(2)
  })

  test('sends nothing to an address that a file names beside its base URL', async () => {
    const strange = capsuleText(BY_READING).replace(/"url":"[^"]*/g, '"url":"https://elsewhere.test/x')
    const replay = await replayOnTarget(API, readCapsule(strange, API.catalogue), targetWith(FAULTS))
    expect(replay.resent?.exchanges).toEqual([])
    expect(replay.resent?.unsent[0]?.reason).toBe('it went to another address than the base URL')
  })
})
