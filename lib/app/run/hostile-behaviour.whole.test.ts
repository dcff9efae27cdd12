import { describe, expect, test, vi } from 'vitest'
import type { Transport } from '../../engine/http/transport.ts'
import { answering, jsonAnswer, memberOf, tampering } from './testing/tamper.ts'
import { FRUGAL_CASES, SMOKE_CASES, wholeRun, withVerdict } from './testing/whole-run.ts'

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 60_000 })

test('a total that grows with each answer contradicts no page, so the walk is given up', async () => {
  const run = await wholeRun({
    cases: FRUGAL_CASES.filter(({ requirements }) => requirements.some((id) => id.startsWith('LIST-LEADS'))),
    through: tampering((body, { url }, count) => {
      const pagination = memberOf(body, 'pagination')
      // A filter that matches nothing keeps its zero: what is not there does not grow.
      if (pagination === undefined || pagination['total'] === 0 || url.includes('limit=100')) return body
      const total = Number(pagination['total']) + count
      const rows = Array.isArray(body['data']) ? body['data'].length : 0
      const more = Number(pagination['offset']) + rows < total
      return { ...body, pagination: { ...pagination, total, has_more: more } }
    }),
  })

  expect([0, 1]).toContain(run.record.exitCode)
  expect(withVerdict(run, 'error')).toEqual([])
  expect(withVerdict(run, 'passed')).not.toContain('LIST-LEADS-09')
})

describe('a target that is no such service', () => {
  test('answers 200 to everything', async () => {
    const run = await wholeRun({
      cases: SMOKE_CASES,
      through: answering(() => jsonAnswer('{"data":[]}')),
    })

    expect(run.record.exitCode).toBe(1)
    expect(withVerdict(run, 'failed')).toEqual(expect.arrayContaining(['AUTH-01', 'JSON-03', 'JSON-04']))
    expect(withVerdict(run, 'error')).toEqual([])
  })

  test('fails at every fifth request', async () => {
    const run = await wholeRun({
      through: answering((_, count) =>
        count > 30 && count % 5 === 0
          ? jsonAnswer('{"error":"out of order","code":"internal_error"}', 500)
          : undefined,
      ),
    })

    expect(run.record.exitCode).toBe(1)
    expect(withVerdict(run, 'error')).toEqual([])
  })
})

const ODD = 'a/../b?c#d\n\u001b[31m'

function plain(text: string): string {
  return text.replaceAll(encodeURIComponent(ODD), '').replaceAll(JSON.stringify(ODD).slice(1, -1), '')
}

/** A service whose ids all begin oddly; `urls` takes in what it is asked. */
const oddIds =
  (urls: string[]) =>
  (reference: Transport): Transport =>
  async (request, signal) => {
    urls.push(request.url)
    const body = request.body === undefined ? {} : { body: plain(request.body) }
    const answer = await reference({ ...request, url: plain(request.url), ...body }, signal)
    const text = Buffer.from(answer.body).toString()
    const odd = text.replaceAll(
      /"((?:chatbot_|conversation_)?id)":"([A-Za-z0-9]{6,12})"/g,
      (_, name: string, id: string) => `"${name}":${JSON.stringify(ODD + id)}`,
    )
    return { ...answer, body: Buffer.from(odd) }
  }

test('ids that look like paths and queries lead nowhere else', async () => {
  const urls: string[] = []
  const run = await wholeRun({ through: oddIds(urls) })

  expect(withVerdict(run, 'error')).toEqual([])
  expect(urls.filter((url) => url.includes('%2F..%2F')).length).toBeGreaterThan(10)
  expect(urls.filter((url) => /\/\.\.\/|[\s#]/.test(url))).toEqual([])
})
