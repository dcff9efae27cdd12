import { describe, expect, test } from 'vitest'
import type { RequirementResult, RunRecord } from '../record.ts'
import { sampleExchange, sampleFinding } from '../testing/sample-parts.ts'
import { changed, SAMPLES, cleanRun, threeFindings, unreachableRun } from '../testing/sample-records.ts'
import { renderHtml } from './render.ts'
import { viewOf } from '../view/view.ts'

const ids = (page: string): string[] => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)

function hostile(text: string): RunRecord {
  const finding = sampleFinding('LEAD-21', { where: text, expected: text, received: text, pointer: text })
  return {
    ...changed(threeFindings(), { 'LEAD-21': { findings: [finding] } }),
    target: { baseUrl: text, embedded: false },
    observations: [{ requirement: 'LEAD-23', text, exchanges: [1] }],
    footprint: [{ kind: 'created', resource: text, id: text, note: text }],
    exchanges: [
      sampleExchange(1, {
        request: { method: text, url: text, headers: [[text, text]], body: text },
        response: { status: 200, headers: [[text, text]], body: text, size: 9 },
        curl: text,
      }),
    ],
  }
}

describe.each(Object.entries(SAMPLES))('index.html of the sample %s', (_name, build) => {
  const record = build()
  const page = renderHtml(viewOf(record))

  test('asks nothing of any host', () => {
    expect(page).not.toMatch(/<(?:link|img|iframe|object|embed|base)\b|\ssrc=|url\(|@import/i)
    expect(
      [...page.matchAll(/href="([^"]*)"/g)].filter(
        ([, href]) => !/^(?:#|(?:run\.json|traffic\.har)$)/.test(href ?? ''),
      ),
    ).toEqual([])
  })

  test('has each id once, and no link without its target', () => {
    const all = ids(page)
    expect(all.length).toBe(new Set(all).size)
    const targets = [...page.matchAll(/<a [^>]*href="#([^"]+)"/g)].map(([, id = '']) => id)
    expect(targets.filter((id) => !all.includes(id))).toEqual([])
  })

  test('has every requirement', () => {
    const all = new Set(ids(page))
    expect(record.requirements.filter(({ id }) => !all.has(id))).toEqual([])
  })
})

describe('index.html', () => {
  test.each([
    '"><script>alert(1)</script>',
    '</pre></script><img src=x onerror=alert(1)>',
    "' onfocus='alert(1) \u0000\u202E",
  ])('shows %s of a target as text', (text) => {
    const page = renderHtml(viewOf(hostile(text)))
    expect(page).toContain(`content="default-src &#39;none&#39;;`)
    expect(page).not.toMatch(/<script|<img|<[^>]* on\w+=|[\0\u202E]/i)
  })

  test('says first what the verdict is', () => {
    expect(renderHtml(viewOf(threeFindings()))).toMatch(
      /<h1[^>]*>Failed<\/h1>\s*<p class="headline">2 violations, 1 critical; 19 of 21 requirements exercised\./,
    )
    expect(renderHtml(viewOf(unreachableRun()))).toContain(
      'Nothing was judged: connection refused at https://staging.example.test/v1.',
    )
  })

  test('names apart what broke and what was fixed since the last run', () => {
    const startedAt = '2026-11-19T17:42:08.000Z'
    const changes = { broke: ['LEAD-21'], fixed: ['LEAD-22'] }
    const page = renderHtml(viewOf({ ...cleanRun(), since: { startedAt, ...changes } }))
    for (const [how, id] of [
      ['broke', 'LEAD-21'],
      ['fixed', 'LEAD-22'],
    ])
      expect(page).toContain(`1 ${how}:</b> <a href="#${id}">`)
  })

  test('says why a violation matters, and shows a service with that fault', () => {
    const record = changed(threeFindings(), { 'LEAD-21': { why: 'One visitor becomes two leads.' } })
    const page = renderHtml(viewOf(record))
    const card = page.slice(page.indexOf('id="LEAD-21"'), page.indexOf('id="TIME-01"'))
    expect(card).toContain('npx chat-agent-conformance serve --mutant dedup/none')
    expect(card).toContain('npx chat-agent-conformance explain LEAD-21')
    expect(card).toContain('One visitor becomes two leads.')
  })

  test('of more violations than there are rules, with large bodies and texts stays a page that a browser opens', () => {
    const [sample] = cleanRun().requirements
    const text = 'x'.repeat(4000)
    const body = JSON.stringify({ a: Array(90).fill('y'.repeat(500)), ['b'.repeat(10_000)]: [] })
    const exchanges = Array.from({ length: 1200 }, (_, id) =>
      sampleExchange(id, {
        request: { method: 'GET', url: `https://h.test/${text}`, headers: [], body },
        response: { status: 200, headers: [['x-long', text]], body, size: body.length },
      }),
    )
    const requirements = Array.from({ length: 400 }, (_, row): RequirementResult => {
      const shown = { expected: text, received: text, pointer: '/a/50' }
      const findings = Array.from({ length: 20 }, (__, index) =>
        sampleFinding('LEAD-21', { ...shown, exchanges: [3 * row + (index % 3)] }),
      )
      return { ...sample!, id: `LEAD-${row}`, text: `law ${row}`, verdict: 'failed', findings }
    })
    const page = renderHtml(viewOf({ ...cleanRun(), requirements, exchanges }))

    expect(Buffer.byteLength(page)).toBeLessThan(5_000_000)
  })
})

test('a status that is at fault is marked, and what was not set is not listed', () => {
  const findings = [sampleFinding('LEAD-21', { status: 200, exchanges: [2] })]
  const { settings } = threeFindings()
  const page = renderHtml(
    viewOf({
      ...changed(threeFindings(), { 'LEAD-21': { findings } }),
      settings: { ...settings, apexUrl: undefined },
    }),
  )
  expect(page).toContain('<b><mark>200</mark></b>')
  expect(page).not.toContain('apexUrl')
})

test('a missing member is marked where it is missing', () => {
  const findings = [sampleFinding('LEAD-21', { pointer: '/data/total', exchanges: [2] })]
  const page = renderHtml(
    viewOf({
      ...changed(threeFindings(), { 'LEAD-21': { findings } }),
      exchanges: [
        sampleExchange(2, { response: { status: 200, headers: [], body: '{"data":{}}', size: 11 } }),
      ],
    }),
  )
  expect(page).toContain('<mark>(no &quot;total&quot;)</mark>')
})
