import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../lib/http/exchange.ts'
import { LISTS } from '../../lib/spec/operations.ts'
import { CONTRACT } from '../../lib/spec/api.ts'
import { OPERATIONS } from '../../lib/spec/operations.ts'
import { readFilters } from '../lists/filters.ts'
import { type Generator, generator, type Harmless } from './generator.ts'

const HARMLESS: readonly [Harmless, ...Harmless[]] = [
  { operation: 'patch', fields: { is_resolved: true }, open: [], typed: ['tags', 'is_resolved'] },
  {
    operation: 'lead',
    fields: { chatbot_id: 'a', conversation_id: 'b' },
    open: ['company'],
    typed: ['name'],
  },
  { operation: 'note', fields: {}, open: [], typed: ['content'] },
]

function off(reason: string): never {
  throw new Error(reason)
}

const deep = (seed: number, fuzzRuns: number): Promise<Generator> =>
  generator({ settings: { seed, fuzzRuns }, inconclusive: off })

describe('generator', () => {
  test('ends the case where generated tests are off', async () => {
    await expect(deep(1, 0)).rejects.toThrow('generated tests are off (--fuzz-runs 0)')
  })

  test('gives as many inputs as asked, of different kinds, each with its path', async () => {
    const { paths, queries, bodies, defective, valid } = await deep(7, 5)
    const known = { mark: 'm', fixed: {} }
    for (const samples of [paths(), queries(), bodies(HARMLESS), defective('LeadCreate', known)]) {
      expect(samples.map(({ replay }) => replay)).toEqual(
        [0, 1, 2, 3, 4].map((path) => ({ seed: 7, path: `${path}` })),
      )
      expect(new Set(samples.map(({ value }) => JSON.stringify(value))).size).toBe(5)
    }
    expect(valid('MessageCreate', known, 1)).toHaveLength(1)
  })

  test('gives the same inputs for the same seed, and goes on where more are asked', async () => {
    const few = await deep(-12, 5)
    const many = await deep(-12, 50)
    const other = await deep(-13, 5)
    const asked = write(few.queries())
    expect(write(many.queries()).slice(0, asked.length)).toEqual(asked)
    expect(write(many.valid('LeadCreate', { mark: 'm', fixed: {} })).slice(0, 5)).toEqual(
      write(few.valid('LeadCreate', { mark: 'm', fixed: {} })),
    )
    expect(write(other.queries())).not.toEqual(write(few.queries()))
  })
})

describe('odd paths', () => {
  test('address a detail, and survive every usual rewriting of a path', async () => {
    for (const { value } of (await deep(3, 600)).paths()) {
      expect(['GET /leads/{id}', 'GET /conversations/{id}']).toContain(
        CONTRACT.match('GET', value.path)?.operation,
      )
      const decoded = decodeURIComponent(value.path)
      expect(new URL(`http://target.invalid/v1${value.path}`).pathname).toHaveLength(
        `/v1${value.path}`.length,
      )
      expect(
        decoded
          .slice(1)
          .split(/[/\\]/)
          .filter((part) => /^\.*$/.test(part)),
      ).toEqual([])
      expect(decoded).not.toMatch(/\/messages$/)
    }
  })
})

describe('odd queries', () => {
  test('address a reading operation', async () => {
    for (const { value } of (await deep(4, 300)).queries()) {
      expect(OPERATIONS).toContain(`GET ${value.path}`)
      expect(value.query.every(([, text]) => text.length <= 1000)).toBe(true)
    }
  })

  test('are never read as a filter where a service may ignore the value', async () => {
    const samples = (await deep(5, 600)).queries()
    const filters = samples.flatMap(({ value: { path, query } }) =>
      readFilters(exchangeOf(path, query), LISTS.find((key) => key === `GET ${path}`) ?? 'GET /chatbots') ===
      undefined
        ? []
        : query.map(([name]) => name),
    )
    const plain = new Set(['chatbot_id', 'status', 'language', 'limit', 'offset'])
    expect(filters.filter((name) => !plain.has(name))).toEqual([])
  })
})

describe('odd bodies', () => {
  test('are at most 100 kB, and at most 502 levels deep', async () => {
    for (const { value } of (await deep(6, 400)).bodies(HARMLESS)) {
      expect(value.text.length).toBeLessThanOrEqual(100_200)
      expect((value.text.match(/[[{]/g) ?? []).length).toBeLessThanOrEqual(505)
    }
  })

  test('change nothing where they are well-formed: their known fields keep their value or have a wrong one', async () => {
    for (const { value } of (await deep(8, 400)).bodies(HARMLESS)) {
      if (value.operation !== 'patch') continue
      const resolved = parsed(value.text)['is_resolved']
      expect(resolved === undefined || resolved === true || typeof resolved !== 'boolean').toBe(true)
    }
  })
})

describe('further members', () => {
  test('stand beside the fields of a valid body, under names that the API does not know', async () => {
    for (const { value } of (await deep(9, 100)).extended(HARMLESS.slice(0, 2))) {
      const names = Object.keys(parsed(value.text))
      const fields = value.operation === 'patch' ? ['is_resolved'] : ['chatbot_id', 'conversation_id']
      expect(names).toEqual(expect.arrayContaining(fields))
      expect(names.length).toBeGreaterThan(fields.length + 3)
      expect(names.filter((name) => KNOWN.includes(name.trim().toLowerCase())).sort()).toEqual(fields)
    }
  })
})

const KNOWN = ['tags', 'is_resolved', 'chatbot_id', 'conversation_id', 'name', 'status', 'id', 'created_at']

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return Object(value)
  } catch {
    return {}
  }
}

function exchangeOf(path: string, query: Exchange['request']['query']): Exchange {
  return {
    id: 1,
    key: 'main',
    operation: undefined,
    startedAt: 0,
    durationMs: 0,
    request: { method: 'GET', url: path, path, query, headers: [] },
  }
}

function write(samples: readonly { readonly value: unknown }[]): string[] {
  return samples.map(({ value }) => JSON.stringify(value))
}
