import { expect, test, vi } from 'vitest'
import type { Transport } from '../../engine/http/transport.ts'
import { isObject } from '../../engine/util/values.ts'
import { answers, withError } from '../../../fixtures/changes/answers.ts'
import { FRUGAL_CASES, wholeRun, withVerdict } from './testing/whole-run.ts'

// Whole runs: ample time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** A service whose total grows with each answer. A filter that matches nothing keeps its zero. */
const growing = (reference: Transport): Transport => {
  let count = 0
  return async (request, signal) => {
    count += 1
    const answer = await reference(request, signal)
    const body = JSON.parse(Buffer.from(answer.body).toString()) as Record<string, unknown>
    const { data, pagination } = body
    if (!isObject(pagination) || pagination['total'] === 0 || request.url.includes('limit=100')) return answer
    const total = Number(pagination['total']) + count
    const rows = Array.isArray(data) ? data.length : 0
    const grown = { ...pagination, total, has_more: Number(pagination['offset']) + rows < total }
    return { ...answer, body: Buffer.from(JSON.stringify({ ...body, pagination: grown })) }
  }
}

test('a total that grows with each answer contradicts no page, so the walk is given up', async () => {
  const run = await wholeRun({
    cases: FRUGAL_CASES.filter(({ requirements }) => requirements.some((id) => id.startsWith('LIST-LEADS'))),
    through: growing,
  })

  expect([0, 1]).toContain(run.record.exitCode)
  expect(withVerdict(run, 'error')).toEqual([])
  expect(withVerdict(run, 'passed')).not.toContain('LIST-LEADS-09')
})

const ODD = 'a/../b?c#d\n\u001b[31m'

function plain(text: string): string {
  return text.replaceAll(encodeURIComponent(ODD), '').replaceAll(JSON.stringify(ODD).slice(1, -1), '')
}

/** A service whose ids all begin oddly; `urls` collects the requested addresses. */
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

test('of a gateway that answers one request in ten with an error in the form of the API, only its errors are reported', async () => {
  let number = 0
  const failing = answers(() => (number += 1) % 10 === 0, withError(502))
  const run = await wholeRun({ reference: { seams: failing } })

  expect(withVerdict(run, 'failed')).toEqual(['STATUS-02'])
})
