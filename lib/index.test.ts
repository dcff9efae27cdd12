import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verify, type CaseOutcome } from './index.ts'

describe('verify', () => {
  test('says so before it waits for the window of the rate limit', async () => {
    const waits: number[] = []
    const aborting = new AbortController()
    await verify({
      only: ['GET-ME-01'],
      floor: 10_000,
      wait: true,
      onWait: (ms) => {
        waits.push(ms)
        aborting.abort()
      },
      signal: aborting.signal,
    }).catch(() => undefined)

    expect(waits.length).toBeGreaterThan(0)
  })

  test('verifies the embedded service, with the defaults of the command line', async () => {
    const record = await verify({ only: ['GET-ME-01'], seed: 3 })
    expect(record).toMatchObject({ verdict: 'passed', exitCode: 0, seed: 3, profile: 'standard' })
    expect(record.requirements.find(({ id }) => id === 'GET-ME-01')).toMatchObject({ verdict: 'passed' })
  })

  test('tells the outcome of each case', async () => {
    const outcomes: CaseOutcome[] = []
    const { cases } = await verify({ only: ['GET-ME-01'], onCase: (outcome) => outcomes.push(outcome) })

    expect(outcomes.map(({ definition }) => definition.id).toSorted()).toEqual(
      cases.map(({ id }) => id).toSorted(),
    )
  })

  test('writes reports where it is asked to', async () => {
    const reports = await mkdtemp(join(tmpdir(), 'reports of verify '))
    onTestFinished(() => rm(reports, { recursive: true, force: true }))
    await verify({ only: ['GET-ME-01'], reports })
    expect(await readdir(reports, { recursive: true })).toEqual(
      expect.arrayContaining(['junit.xml', 'summary.md', 'partial/run.json', 'partial/index.html']),
    )
  })

  test.each([
    [{ baseUrl: 'https://host.test/v1' }, 'a base URL needs a key'],
    [{ apiKey: 'cak_live_0123456789abcdef' }, 'no base URL'],
    [{ baseUrl: undefined }, 'baseUrl is given without a value'],
    [{ only: ['NO-99'] }, '--only names an unknown requirement, "NO-99"'],
  ])('refuses options that do not fit: %j', async (options, problem) => {
    await expect(verify(options)).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringContaining(problem),
    })
  })
})
