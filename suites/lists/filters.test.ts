import { describe, expect, test } from 'vitest'
import type { ListKey } from '../../lib/engine/contract/operations.ts'
import { filterOf } from './filters.ts'

const NOON = '2026-11-01T12:00:00Z'

describe('a filter says of a value', () => {
  test.each<[ListKey, string, string, unknown, string]>([
    ['GET /leads', 'status', 'new', 'new', 'in'],
    ['GET /leads', 'status', 'new', 'NEW ', 'open'],
    ['GET /leads', 'status', 'new', 'won', 'out'],
    ['GET /leads', 'status', 'new', null, 'out'],
    ['GET /conversations', 'is_lead', 'true', true, 'in'],
    ['GET /conversations', 'is_lead', 'true', false, 'out'],
    ['GET /conversations', 'is_lead', 'true', 'true', 'open'],
    ['GET /conversations', 'language', 'pt', 'pt', 'in'],
    ['GET /conversations', 'language', 'pt', 'pt-BR', 'open'],
    ['GET /conversations', 'language', 'pt', 'en', 'out'],
    ['GET /conversations', 'language', 'pt', null, 'out'],
    ['GET /conversations', 'status', 'open', undefined, 'out'],
    ['GET /leads', 'since', NOON, '2026-11-01T12:00:01Z', 'in'],
    ['GET /leads', 'since', NOON, '2026-11-01T00:00:00Z', 'open'],
    ['GET /leads', 'since', NOON, '2026-10-31T23:59:59Z', 'out'],
    ['GET /reservations', 'since', NOON, NOON, 'open'],
    ['GET /reservations', 'since', NOON, '2026-11-01T11:59:59Z', 'out'],
    ['GET /reservations', 'from', NOON, NOON, 'in'],
    ['GET /reservations', 'from', NOON, '2026-11-01T11:59:59Z', 'out'],
    ['GET /reservations', 'to', NOON, '2026-11-01T11:59:59Z', 'in'],
    ['GET /reservations', 'to', NOON, NOON, 'out'],
    ['GET /reservations', 'to', NOON, 'soon', 'open'],
    ['GET /reservations', 'status', 'held,arrived', 'arrived', 'in'],
    ['GET /reservations', 'status', 'held,arrived', 'Held', 'open'],
    ['GET /reservations', 'status', 'held,arrived', 'blocked', 'out'],
  ])('%s %s=%s: %j is %s', (list, name, value, actual, membership) => {
    expect(filterOf(list, name)?.kind.keeps(value)(actual)).toBe(membership)
  })
})
