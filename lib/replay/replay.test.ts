import { describe, expect, test } from 'vitest'
import { type RunOutcome, verifyTarget } from '../run/index.ts'
import { inProcessTarget } from '../run/target.ts'
import { OPTIONS } from '../run/testing/options.ts'
import { TOY_API, TOY_SETUP, type ToySeams, UNTITLED } from '../testing/toy-api.ts'
import { type Capsule, capsulesOf, readCapsule } from './capsule.ts'
import { exitCodeOfReplay, renderReplay } from './render.ts'
import { type ResendTarget, replayOnTarget, replayRecorded } from './replay.ts'

/** A fault that an oracle finds, one that a reading case finds, and one that a writing case finds. */
const FAULTS: ToySeams = {
  show: (books) => [...books, UNTITLED],
  isUp: false,
  title: (sent) => sent.slice(0, 60),
}
const BY_ORACLE = 'BOOK-1'
const BY_READING = 'STATUS-2'
const BY_WRITING = 'BOOK-3'

async function brokenRun(): Promise<RunOutcome> {
  const target = inProcessTarget(TOY_SETUP, { seams: FAULTS })
  // As many letters as the title that is cut has.
  return verifyTarget(target, TOY_SETUP.cases, { ...OPTIONS, floor: 0, fuzzRuns: 80 })
}

const run = await brokenRun()

/** As `capsules/<id>.json` holds it. */
function capsuleText(id: string): string {
  const found = capsulesOf(run.record, run.exchanges).find(({ requirement }) => requirement.id === id)
  if (found === undefined) throw new Error(`the run has no capsule ${id}`)
  return run.scrub.text(JSON.stringify(found))
}

const capsule = (id: string): Capsule => readCapsule(capsuleText(id), TOY_API.catalogue)

function targetWith(seams: ToySeams, writes = false): ResendTarget {
  const { baseUrl, keys, handle } = TOY_SETUP.embedded.create({ seams })
  return { baseUrl, transport: handle, keys, writes, version: '0.0.0' }
}

describe('a capsule', () => {
  test('is made for each violated requirement, and holds no key', () => {
    const texts = [BY_ORACLE, BY_READING, BY_WRITING].map(capsuleText)
    expect(texts.join('')).not.toContain('of-the-shelf')
    expect(texts.every((text) => text.includes('$CONFORMANCE_API_KEY'))).toBe(true)
  })

  test.each([
    ['not JSON', 'is not JSON'],
    ['{}', 'is not a capsule'],
    ['{"capsuleVersion":1}', 'parts are missing'],
    [capsuleText(BY_ORACLE).replaceAll(BY_ORACLE, 'NO-99'), 'speaks of NO-99'],
  ])('that is none is refused: %#', (text, problem) => {
    expect(() => readCapsule(text, TOY_API.catalogue)).toThrow(problem)
  })
})

describe('a replay without network', () => {
  test('finds by an oracle what an oracle found', () => {
    const replay = replayRecorded(TOY_API, capsule(BY_ORACLE))
    expect(replay.symptoms[0]).toMatchObject({ state: 'shown', seen: 'absent' })
    expect(exitCodeOfReplay(replay)).toBe(1)
  })

  test('shows the answer on which a case based its assertion', () => {
    const replay = replayRecorded(TOY_API, capsule(BY_WRITING))
    expect(replay.symptoms[0]).toMatchObject({ state: 'same-answer' })
    const text = renderReplay(replay, { color: false, verbose: false })
    expect(text).toContain('✗ BOOK-3')
    expect(text).toContain('asserted by a case; the answer on file: status 200')
    expect(text).toContain('curl --silent')
    expect(text).toContain('exit code 1')
  })
})

describe('a replay on a target', () => {
  test.each([BY_ORACLE, BY_READING])('says that %s is still broken, or mended', async (id) => {
    const broken = await replayOnTarget(TOY_API, capsule(id), targetWith(FAULTS))
    expect(exitCodeOfReplay(broken)).toBe(1)
    const mended = await replayOnTarget(TOY_API, capsule(id), targetWith({}))
    expect(exitCodeOfReplay(mended)).toBe(0)
    expect(renderReplay(mended, { color: false, verbose: false })).toContain('The symptom is gone')
  })

  test('sends what changes data only where writes are allowed', async () => {
    const careful = await replayOnTarget(TOY_API, capsule(BY_WRITING), targetWith(FAULTS))
    expect(exitCodeOfReplay(careful)).toBe(2)
    expect(careful.resent?.unsent).toMatchObject([{ reason: 'POST needs --writes' }])

    expect(
      exitCodeOfReplay(await replayOnTarget(TOY_API, capsule(BY_WRITING), targetWith(FAULTS, true))),
    ).toBe(1)
    expect(exitCodeOfReplay(await replayOnTarget(TOY_API, capsule(BY_WRITING), targetWith({}, true)))).toBe(0)
  })

  test('does not call a symptom gone where another answer may be as wrong', async () => {
    const text = capsuleText(BY_WRITING).replaceAll(/"value":"a+",/g, '')
    const replay = await replayOnTarget(
      TOY_API,
      readCapsule(text, TOY_API.catalogue),
      targetWith({ title: (sent) => sent.slice(0, 70) }, true),
    )
    expect(replay.symptoms[0]).toMatchObject({ state: 'unclear' })
    expect(exitCodeOfReplay(replay)).toBe(2)
    expect(renderReplay(replay, { color: false, verbose: false })).toContain(
      'cannot be recognised from these answers',
    )
  })

  test('calls a symptom gone where the required value is at its place', async () => {
    const replay = await replayOnTarget(TOY_API, capsule(BY_WRITING), targetWith({}, true))
    expect(replay.symptoms[0]).toMatchObject({
      state: 'gone',
      seen: expect.stringContaining('at /title') as unknown,
    })
  })

  test('calls a symptom gone where the status is one that was required', async () => {
    const text = capsuleText(BY_READING).replaceAll('"value":true', '"accepted":[200]')
    expect(text).toContain('"accepted":[200]')
    const replay = await replayOnTarget(TOY_API, readCapsule(text, TOY_API.catalogue), targetWith({}))
    expect(replay.symptoms[0]).toMatchObject({ state: 'gone', seen: 'status 200, true at /up' })
  })

  test('says which key is missing', async () => {
    const { keys: _keys, ...rest } = targetWith(FAULTS)
    const replay = await replayOnTarget(TOY_API, capsule(BY_ORACLE), { ...rest, keys: {} })
    expect(replay.resent?.unsent[0]?.reason).toMatch(/^it needs the key in CONFORMANCE_/)
    expect(exitCodeOfReplay(replay)).toBe(2)
  })

  test('sends nothing to an address that a file names beside its base URL', async () => {
    const strange = capsuleText(BY_READING).replace(/"url":"[^"]*/g, '"url":"https://elsewhere.test/x')
    const replay = await replayOnTarget(TOY_API, readCapsule(strange, TOY_API.catalogue), targetWith(FAULTS))
    expect(replay.resent?.exchanges).toEqual([])
    expect(replay.resent?.unsent[0]?.reason).toBe('it went to another address than the base URL')
  })
})
