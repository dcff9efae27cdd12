import { describe, expect, test } from 'vitest'
import type { RecordedExchange } from './record.ts'
import { exchangeLine } from './lookup.ts'
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
