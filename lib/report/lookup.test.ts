import { describe, expect, test } from 'vitest'
import type { RecordedExchange } from './record.ts'
import { curlAtOnce, exchangeLine, lookup, sentAtOnce } from './lookup.ts'
import { sampleFinding } from './testing/sample-parts.ts'
import { threeFindings } from './testing/sample-records.ts'

const [sample] = threeFindings().exchanges

function answered(status: number, headers: readonly (readonly [string, string])[]): RecordedExchange {
  if (sample?.response === undefined) throw new Error('the sample has no answer')
  return { ...sample, response: { ...sample.response, status, headers: [...headers], body: 'x' } }
}

describe('an exchange in one line', () => {
  test('names what stands between client and service', () => {
    const line = exchangeLine(
      answered(200, [
        ['Content-Type', 'application/json'],
        ['Age', '43'],
        ['Via', '1.1 varnish'],
        ['Server', 'uvicorn'],
      ]),
    )
    expect(line).toMatch(/→ 200.* \(Age: 43, Via: 1\.1 varnish\)$/)
  })

  test('names the server of a server error, and of an answer that is no JSON', () => {
    expect(exchangeLine(answered(502, [['server', 'nginx']]))).toContain('(server: nginx)')
    const page = answered(200, [
      ['Content-Type', 'text/html'],
      ['Server', 'nginx'],
    ])
    expect(exchangeLine(page)).toContain('(Server: nginx)')
  })
})

describe('requests that were sent at once', () => {
  const record = threeFindings()
  const write = (id: number, startedAt: string): RecordedExchange => ({
    ...answered(200, []),
    id,
    startedAt: `2026-11-20T09:00:${startedAt}Z`,
    durationMs: 20,
    request: { method: 'POST', url: 'https://staging.example.test/v1/leads', headers: [] },
    curl: `curl number-${id}`,
  })
  const find = lookup({
    ...record,
    exchanges: [write(901, '00.000'), write(902, '00.005'), write(903, '01.000')],
  })
  const finding = sampleFinding('LEAD-21', { exchanges: [902, 901, 903], case: 'one', count: 1 })

  test('are those that were under way together, in one command', () => {
    const atOnce = sentAtOnce(finding, find)
    expect(atOnce.map(({ id }) => id)).toEqual([901, 902])
    expect(curlAtOnce(atOnce)).toBe('curl number-901 &\ncurl number-902 &\nwait')
  })

  test('are none where different cases may have sent them, or one after the other', () => {
    expect(sentAtOnce({ ...finding, count: 2 }, find)).toEqual([])
    expect(sentAtOnce({ ...finding, exchanges: [902, 903] }, find)).toEqual([])
  })
})
