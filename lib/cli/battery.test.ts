import { describe, expect, test, vi } from 'vitest'
import type { RunRecord } from '../report/record.ts'
import { validateRecord } from '../report/validate-record.ts'
import { BATTERY } from './testing/battery.ts'
import { BATTERY_KEY } from './testing/faulty-services.ts'
import { fakeHost } from './testing/fake-host.ts'
import { meetTarget } from './testing/meet-target.ts'

// Whole runs, several at once: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 150_000, maxConcurrency: 6 })

/** `npm run messages` prints what each run says, to be read side by side. */
const SHOWN = process.env['SHOW_MESSAGES'] === '1'

describe.concurrent('a run against a hostile target', () => {
  test.for(BATTERY)('$id names the cause, and leaves every report', async (encounter, { onTestFinished }) => {
    const host = await fakeHost({ CONFORMANCE_API_KEY: BATTERY_KEY }, {}, { atEnd: onTestFinished })

    const { exitCode, out, err, files, ms } = await meetTarget(encounter, host)
    if (SHOWN) console.log(`── ${encounter.id} (${exitCode}, ${Math.round(ms)} ms)\n${err}${out}`)

    const said = `${err}${out}`.replaceAll(/\s+/g, ' ')
    expect({ exitCode, said }).toEqual({
      exitCode: encounter.exitCode,
      said: expect.stringMatching(encounter.says),
    })
    expect(Object.entries(files).filter(([, text]) => (text ?? '') === '')).toEqual([])
    const record: RunRecord = JSON.parse(files['run.json'] ?? '')
    expect(validateRecord(record)).toEqual([])
    // The cause is one line that is safe to print; a violation needs none.
    expect(record.problem ?? '').toMatch(
      exitCode === 2 ? /^[\x20-\x7e\u2026]{20,600}$/ : /^[\x20-\x7e\u2026]{0,600}$/,
    )
    expect(`${said}${Object.values(files).join('')}`).not.toContain(BATTERY_KEY)
  })
})
