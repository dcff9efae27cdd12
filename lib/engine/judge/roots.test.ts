import { describe, expect, test } from 'vitest'
import type { Finding } from './finding.ts'
import { attribute, foundationsOf } from './roots.ts'
import { found } from './testing/findings.ts'

/** TAX rests on TOTAL, TOTAL on PRICE. */
const GRAPH: Readonly<Record<string, readonly string[]>> = { TAX: ['TOTAL'], TOTAL: ['PRICE'] }
const restsOn = (id: string): readonly string[] => GRAPH[id] ?? []

const why = (...findings: readonly Finding[]): Record<string, string> =>
  Object.fromEntries(
    attribute(findings, restsOn).map(({ requirement, consequenceOf }) => [
      requirement,
      consequenceOf?.join(' ') ?? 'root',
    ]),
  )

test('what rests on something violated in the same exchange follows from it', () => {
  const [price, total] = [
    found('PRICE', { where: 'GET /a', exchanges: [1] }),
    found('TOTAL', { where: 'GET /b', exchanges: [2, 1] }),
  ]

  expect(why(total, price)).toEqual({ TOTAL: 'PRICE', PRICE: 'root' })
})

test('so does what rests on something violated on the same operation', () => {
  expect(
    why(
      found('TOTAL', { where: 'GET /a', exchanges: [2] }),
      found('PRICE', { where: 'GET /a', exchanges: [1] }),
    ),
  ).toEqual({ TOTAL: 'PRICE', PRICE: 'root' })
})

test('of several, the nearest one counts', () => {
  const graph: Readonly<Record<string, readonly string[]>> = { TAX: ['RATE', 'TOTAL'], TOTAL: ['PRICE'] }
  const on = { where: 'GET /a' }
  const [tax] = attribute([found('TAX', on), found('RATE', on), found('PRICE', on)], (id) => graph[id] ?? [])

  expect(tax?.consequenceOf).toEqual(['RATE'])
})

test('what shares neither is a root of its own', () => {
  expect(
    why(
      found('TOTAL', { where: 'POST /a', exchanges: [2] }),
      found('PRICE', { where: 'GET /a', exchanges: [1] }),
    ),
  ).toEqual({ TOTAL: 'root', PRICE: 'root' })
})

test('a chain ends at its beginning, also if the middle holds', () => {
  const here = { where: 'GET /a', exchanges: [1] }

  expect(why(found('TAX', here), found('TOTAL', here), found('PRICE', here))).toEqual({
    TAX: 'PRICE',
    TOTAL: 'PRICE',
    PRICE: 'root',
  })
  expect(why(found('TAX', here), found('PRICE', here))).toMatchObject({ TAX: 'PRICE' })
})

test('what is violated elsewhere, too, is a root', () => {
  const [here, there] = [
    { where: 'GET /a', exchanges: [1] },
    { where: 'GET /b', exchanges: [2] },
  ]
  const findings = attribute([found('TOTAL', here), found('TOTAL', there), found('PRICE', here)], restsOn)

  expect(findings.map(({ requirement, consequenceOf }) => [requirement, consequenceOf])).toEqual([
    ['TOTAL', ['PRICE']],
    ['TOTAL', undefined],
    ['PRICE', undefined],
  ])
})

describe('a wrong status', () => {
  const here = { where: 'GET /a', exchanges: [1] }

  test('follows from the same one alone', () => {
    const price = found('PRICE', { ...here, status: 422, accepted: [400] })
    const total = (status?: number): Finding =>
      found('TOTAL', { where: 'GET /a', exchanges: [2], status, accepted: [400] })

    expect([422, 500, undefined].map((status) => why(price, total(status))['TOTAL'])).toEqual([
      'PRICE',
      'root',
      'PRICE',
    ])
  })

  test('of a request that was let in follows from nothing of another exchange', () => {
    const letIn = { where: 'GET /a', status: 200, accepted: [401] }
    const price = found('PRICE', { ...letIn, exchanges: [1] })

    expect(why(price, found('TOTAL', { ...letIn, exchanges: [2] }))).toEqual({ TOTAL: 'root', PRICE: 'root' })
    expect(why(price, found('TOTAL', { ...letIn, exchanges: [1] }))).toEqual({
      TOTAL: 'PRICE',
      PRICE: 'root',
    })
  })
})

test('equal findings are merged, and counted', () => {
  expect(attribute([found('PRICE'), found('PRICE')], restsOn)).toMatchObject([{ count: 2 }])
  expect(attribute([], restsOn)).toEqual([])
})

test('foundations are all that something rests on', () => {
  expect([...foundationsOf('TAX', restsOn)].flat().sort()).toEqual(['PRICE', 'TOTAL'])
})
