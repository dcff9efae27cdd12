import { describe, expect, test } from 'vitest'
import type { RequirementResult, RunRecord } from '../record.ts'
import { renderAnnotations } from '../annotations.ts'
import { renderConsole } from '../console/render.ts'
import { renderHtml } from '../html/render.ts'
import { renderJUnit } from '../junit/render.ts'
import { renderSummary } from '../markdown/render.ts'
import { sampleFinding } from '../testing/sample-parts.ts'
import {
  changed,
  cleanRun,
  manyFindings,
  SAMPLES,
  staleExcuse,
  threeFindings,
} from '../testing/sample-records.ts'
import { leftBehind, leftOver } from './lists.ts'
import { viewOf } from './view.ts'

const red = (rows: Parameters<typeof changed>[1]): RunRecord => ({
  ...changed(cleanRun(), rows),
  verdict: 'failed',
  exitCode: 1,
})
const PLAIN = { colour: false, verbose: false, quiet: false, width: 120 }
const idsOf = (record: RunRecord): string[] => viewOf(record).blocks.map(({ id }) => id)
const failed = (id: string, more: Partial<RequirementResult> = {}): Partial<RequirementResult> => ({
  verdict: 'failed',
  findings: [sampleFinding(id, { received: id })],
  ...more,
})
describe('what breaks a run', () => {
  test('is the same first row in every report', () => {
    const record = manyFindings()
    const [first = ''] = idsOf(record)
    const text = renderConsole(viewOf(record), { colour: false, verbose: false, quiet: false, width: 80 })
    const firstOf = (report: string, pattern: RegExp): string | undefined => pattern.exec(report)?.[1]

    expect([
      firstOf(text, /✗ ([A-Z]+-\d+)/),
      firstOf(text, /explain ([A-Z]+-\d+)/),
      firstOf(renderHtml(viewOf(record)), /<details class="v .*?<b class="id">([^<]+)/s),
      firstOf(renderSummary(viewOf(record)).replaceAll('\\', ''), /^### ([A-Z]+-\d+)/m),
      firstOf(renderAnnotations(viewOf(record)), /title=([A-Z]+-\d+)/),
    ]).toEqual([first, first, first, first, first])
  })

  test('is told by what differs in two long texts', () => {
    const same = 'x'.repeat(400)
    const finding = sampleFinding('LEAD-21', { expected: `${same}one`, received: `${same}two` })
    const [block] = viewOf(red({ 'LEAD-21': failed('LEAD-21', { findings: [finding] }) })).blocks
    expect(block?.message).toMatch(/expected …x{20}one, received …x{20}two$/)
  })

  test('is told by its first finding', () => {
    const messageOf = (...findings: RequirementResult['findings']): string | undefined =>
      viewOf(red({ 'LEAD-21': failed('LEAD-21', { findings }) })).blocks[0]?.message
    const [first, second] = ['this', 'that'].map((received) => sampleFinding('LEAD-21', { received }))
    expect(messageOf(first!, second!)).toMatch(/ → 200: expected .*, received this \(and 1 more\)$/)
  })
})

test('the headline counts violations, the critical ones among them, and what a known-failures file says wrongly', () => {
  const known = { reason: 'r', unexpectedPass: false }
  const record = red({
    'GEN-01': failed('GEN-01'),
    'GEN-02': failed('GEN-02', { severity: 'critical' }),
    'LEAD-21': failed('LEAD-21', { known }),
    'LEAD-22': failed('LEAD-22'),
  })
  expect(viewOf(record).headline).toBe('3 violations, 1 critical')
  expect(viewOf(threeFindings()).headline).toBe('2 violations, 1 critical')
  expect(viewOf(staleExcuse()).headline).toBe('1 known failure passes now: remove it')
})

test('server errors are counted in a line for each status', () => {
  const serverErrors = [{ status: 500, count: 146, first: 'GET /leads/{id}', exchange: 1 }]
  expect(viewOf({ ...cleanRun(), serverErrors }).serverErrors).toEqual([
    '146 answers with 500, first: GET /leads/{id}',
  ])
})

test('how much was exercised leaves out open points and what was not selected', () => {
  const { share, totals, lists } = viewOf(cleanRun())
  expect(share).toBe('17 of 21 requirements exercised')
  const unjudged = lists.filter(({ kind }) => kind === 'rest').flatMap(({ items }) => items)
  expect(unjudged.map(({ ids }) => ids?.length)).toEqual([2, 1, 1])
  expect(totals.tests).toBe(21)
  const fewer = red({ 'LEAD-21': { verdict: 'disabled', reason: 'not selected' } })
  expect(viewOf(fewer).share).toBe('16 of 20 requirements exercised')
})

test('what is left behind is named by what it is', () => {
  const kinds = ['created', 'created', 'changed', 'perhaps created'] as const
  const entries = kinds.map((kind) => ({ kind, resource: 'note', id: 'x', note: 'n' }))
  expect(leftBehind(entries)).toBe('2 notes; 1 note changed; perhaps 1 note')
  const withoutLead = { left: 4, perRun: 2 }
  expect(leftOver({ ...cleanRun(), footprint: [], withoutLead })).toBe(
    'nothing; conversations without a lead: 4 left, 2 a run',
  )
})

test('the next steps are whole commands', () => {
  const { next } = viewOf(threeFindings(), 'my reports')
  expect(next).toEqual({
    explain: expect.stringMatching(/^npx chat-agent-conformance explain [A-Z]+-\d+$/),
    replay: expect.stringContaining('run --only ID '),
    again:
      "npx chat-agent-conformance run --last-failed --base-url https://staging.example.test/v1 --writes --reports 'my reports'",
    update: undefined,
  })
  expect(viewOf(staleExcuse()).next.update).toContain('run --update-known-failures')
  expect(viewOf(cleanRun()).next).toEqual({})
})

test.each(Object.entries(SAMPLES))('console, page and Markdown of %s show the same numbers', (_, build) => {
  const { share, record } = viewOf(build())
  const text = renderConsole(viewOf(record), { colour: false, verbose: true, quiet: false, width: 300 })
  for (const report of [text, renderHtml(viewOf(record)), renderSummary(viewOf(record))])
    expect(report).toContain(share)
})

test('an open point says what was observed, and why nothing was', () => {
  const record = changed(threeFindings(), { 'RES-05': { verdict: 'inconclusive', reason: 'needs a key' } })
  const observations = record.observations.filter(({ requirement }) => requirement !== 'RES-05')
  const open = viewOf({ ...record, observations }).lists.find(({ id }) => id === 'open')
  expect(open?.figure).toBe('2 of 3 observed')
  expect(open?.items.map(({ id, seen }) => [id, seen?.[0]])).toEqual([
    ['RES-05', 'Not observed: needs a key'],
    ['CONV-03', expect.any(String)],
    ['LEAD-23', expect.any(String)],
  ])
})

test('a violated rule that came later is listed by itself, and does not count', () => {
  const record = {
    ...changed(cleanRun(), { 'LEAD-21': failed('LEAD-21', { newer: true }) }),
    settings: { ...cleanRun().settings, rules: '0.1' },
  }
  const { blocks, violations, share, lists } = viewOf(record)
  expect([blocks, violations, share]).toEqual([
    [],
    { critical: 0, total: 0 },
    '16 of 20 requirements exercised',
  ])
  expect(lists.find(({ id }) => id === 'newer')).toMatchObject({
    figure: '1 of 1 violated',
    meaning: expect.stringContaining('version 0.1 '),
    items: [{ id: 'LEAD-21', outcome: 'failed' }],
  })
  expect(renderJUnit(viewOf(record))).toMatch(/LEAD-21 .*\n *<skipped message="a newer rule/)
})

test.each<[RunRecord['target'], string | undefined]>([
  [{ baseUrl: 'https://h.test/v1', embedded: false }, undefined],
  [{ baseUrl: 'https://h.test/v1', embedded: false, name: 'staging' }, 'staging'],
  [{ baseUrl: 'https://h.test/v1', embedded: false, version: '2.4' }, 'build 2.4'],
  [
    { baseUrl: 'https://h.test/v1', embedded: false, name: 'staging', version: '2.4' },
    'build 2.4 of staging',
  ],
])('the build of %j is %s', (target, build) => {
  const view = viewOf({ ...cleanRun(), target })
  expect(view.terms).toEqual([build, 'profile standard', 'seed 1795201'].filter(Boolean))
  for (const report of [renderSummary(view), renderHtml(view), renderConsole(view, PLAIN)])
    expect(report).toContain(build ?? 'profile standard')
})

test('what was left out for several reasons is counted for each', () => {
  const skipped = (reason: string): Partial<RequirementResult> => ({
    verdict: 'disabled',
    reason: `skipped: ${reason}`,
    reasonKind: 'not-selected',
  })
  const run = changed(cleanRun(), {
    'LEAD-20': skipped('a gateway'),
    'LEAD-21': skipped('no leads'),
    'LEAD-22': skipped('no leads'),
  })
  expect(viewOf(run).unselected).toBe('2 requirements: skipped: no leads; 1 requirement: skipped: a gateway')
})

test('what was not selected is counted, with the option and the command for everything', () => {
  const row = {
    verdict: 'disabled',
    reason: 'not selected by --last-failed',
    reasonKind: 'not-selected',
  } as const
  const run = changed(cleanRun(), { 'LEAD-21': row, 'LEAD-22': row })
  const { unselected, next } = viewOf({
    ...run,
    settings: { ...run.settings, selection: { lastFailed: true } },
  })
  expect(unselected).toBe('2 requirements: not selected by --last-failed')
  expect(next.whole).toBe(
    'npx chat-agent-conformance run --base-url https://staging.example.test/v1 --writes',
  )
})
