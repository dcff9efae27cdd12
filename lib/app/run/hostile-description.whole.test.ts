import { CONTRACT } from '../../engine/spec/api.ts'
import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { CASES } from '../../../suites/index.ts'
import type { RunOutcome } from './index.ts'
import { answering, jsonAnswer, memberOf } from './testing/tamper.ts'
import { SMOKE_CASES, wholeRun, withVerdict } from './testing/whole-run.ts'

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 60_000 })

const CASES_OF_IT = [
  ...CASES.filter(({ requirements: [id] }) => id.startsWith('VERSION-')),
  ...SMOKE_CASES.filter(({ id }) => id.startsWith('GET-ME-')),
]

/** A run against a service that serves this description, and is as ever otherwise. */
function describing(body: string): Promise<RunOutcome> {
  return wholeRun({
    cases: CASES_OF_IT,
    through: answering(({ url }) => (url.endsWith('/openapi.json') ? jsonAnswer(body) : undefined)),
  })
}

type Json = Record<string, unknown>

/** The contract with something added to its components and a schema for one answer. */
function withSchemas(schemas: Json, more: Json = {}): string {
  const document: Json = JSON.parse(JSON.stringify(CONTRACT.document))
  const components = memberOf(document, 'components') ?? {}
  const all = { ...components, schemas: { ...memberOf(components, 'schemas'), ...schemas } }
  return JSON.stringify({ ...document, components: all, ...more })
}

const ACCEPTED: Record<string, () => string> = {
  'a reference in a circle': () =>
    withSchemas({
      Loop: { $ref: '#/components/schemas/Loop' },
      A: { properties: { a: { $ref: '#/components/schemas/A' } } },
    }),
  'a pattern that takes for ever': () =>
    withSchemas({
      Slow: {
        type: 'string',
        pattern: '^(a+)+$',
        default: `${'a'.repeat(40)}!`,
        example: `${'a'.repeat(40)}!`,
      },
    }),
  'names that are paths, or parts of an object': () =>
    withSchemas(JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}'), {
      'x-../../etc/passwd': { $ref: 'x' },
      'x-\u001b[31m': 1,
    }),
}

describe('a served description', () => {
  test.each(Object.keys(ACCEPTED))('with %s is read without harm', async (name) => {
    const run = await describing(ACCEPTED[name]?.() ?? '')

    expect(withVerdict(run, 'error')).toEqual([])
    expect(withVerdict(run, 'passed')).toEqual(
      expect.arrayContaining(['VERSION-01', 'VERSION-03', 'VERSION-04', 'GET-ME-01']),
    )
    expect(Object.prototype).not.toHaveProperty('type')
  })

  test('that refers to other hosts makes nobody fetch them', async () => {
    let visits = 0
    const server = createServer((_, response) => {
      visits += 1
      response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : address

    const run = await describing(
      withSchemas({
        Far: { $ref: `http://127.0.0.1:${port}/x.json#/a` },
        File: { $ref: 'file:///etc/passwd' },
        Near: { $ref: '../../package.json' },
      }),
    )

    expect(visits).toBe(0)
    expect(withVerdict(run, 'error')).toEqual([])
    expect(JSON.stringify(run.record)).not.toContain('root:x:0')
  })
})
