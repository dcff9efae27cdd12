import { describe, expect, test } from 'vitest'
import { attribute, type Causality, origins, type RequirementKind } from './attribution.ts'
import type { Finding } from './finding.ts'
import { found, judged } from './testing/findings.ts'

/** A toy API: what a requirement is about stands in its id, and requirements with a letter G hold everywhere. */
const KINDS: Readonly<Record<string, RequirementKind>> = {
  KEY: 'access',
  FIELD: 'form',
  JSON: 'body',
  PLAIN: 'answer',
  REFUSE: 'refusal',
  ANY: 'general',
}
const TOY: Causality = {
  kindOf: (id) => KINDS[id.split('-')[0] ?? ''] ?? 'rule',
  isLocal: (id) => /^(?:KEY|G)-/.test(id),
  wrapper: 'data',
  causesOf: ({ requirement }) => (requirement === 'TABLE-02' ? ['TABLE-01'] : []),
  sharedRuleOf: (requirement) => /^SHARED(?=-)/.exec(requirement)?.[0],
}

const why = (...findings: readonly Finding[]): Record<string, string> =>
  Object.fromEntries(
    attribute(findings, TOY).map(({ requirement, consequenceOf }) => [
      requirement,
      consequenceOf?.join(' ') ?? 'root',
    ]),
  )
const follows = (requirement: string, ...explainedBy: readonly string[]): Finding =>
  found(requirement, { explainedBy })

describe('a rule that several requirements share', () => {
  const [one, two, three] = [found('SHARED-01'), found('SHARED-02'), found('SHARED-03')]

  test('is broken once where many of them are violated', () => {
    expect(why(two, three, one)).toEqual({
      'SHARED-01': 'root',
      'SHARED-02': 'SHARED-01',
      'SHARED-03': 'SHARED-01',
    })
  })

  test('says nothing of two, nor of those that another cause explains', () => {
    expect(why(one, two)).toEqual({ 'SHARED-01': 'root', 'SHARED-02': 'root' })
    expect(why(one, two, follows('SHARED-03', 'A-01'), found('A-01'))).toMatchObject({
      'SHARED-01': 'root',
      'SHARED-02': 'root',
      'SHARED-03': 'A-01',
    })
  })

  test('says nothing of different statuses', () => {
    const failing = found('SHARED-03', { status: 500 })

    expect(why(one, two, failing)).toEqual({ 'SHARED-01': 'root', 'SHARED-02': 'root', 'SHARED-03': 'root' })
  })
})

describe('a finding that names its causes', () => {
  test('follows from one that is violated', () => {
    expect(why(found('A-01'), follows('B-01', 'A-01', 'C-01'))).toEqual({ 'A-01': 'root', 'B-01': 'A-01' })
  })

  test('follows from one of the table of causes', () => {
    expect(why(found('TABLE-01'), found('TABLE-02'))).toEqual({ 'TABLE-01': 'root', 'TABLE-02': 'TABLE-01' })
  })

  test('stands on its own where none of them is', () => {
    expect(why(found('A-01'), follows('B-01', 'C-01'))).toEqual({ 'A-01': 'root', 'B-01': 'root' })
  })

  test('follows from the root at the end, be it through others', () => {
    expect(why(found('A-01'), follows('B-01', 'A-01'), follows('C-01', 'B-01'))).toEqual({
      'A-01': 'root',
      'B-01': 'A-01',
      'C-01': 'A-01',
    })
  })

  test('stands on its own where its cause may itself follow from its requirement', () => {
    const again = found('A-01', { explainedBy: ['B-01'], case: 'another' })

    expect(attribute([found('A-01'), again, follows('B-01', 'A-01')], TOY)).toMatchObject([
      { requirement: 'A-01', case: 'A-01' },
      { requirement: 'A-01', case: 'another' },
      { requirement: 'B-01', consequenceOf: ['A-01'] },
    ])
  })

  test('does not explain itself', () => {
    expect(why(follows('A-01', 'A-01'))).toEqual({ 'A-01': 'root' })
  })

  test('stands on its own, as does the other, where two explain each other', () => {
    expect(why(follows('A-01', 'B-01'), follows('B-01', 'A-01'))).toEqual({ 'A-01': 'root', 'B-01': 'root' })
  })

  test('follows from what leads out of a circle', () => {
    const run = [follows('A-01', 'B-01'), follows('B-01', 'A-01', 'C-01'), found('C-01')]
    expect(why(...run)).toMatchObject({ 'B-01': 'C-01', 'C-01': 'root' })
  })

  test('leaves a root, whatever explains what', () => {
    const ring = ['A-01', 'B-01', 'C-01', 'D-01'].map((id, index, all) =>
      follows(id, all[(index + 1) % 4] ?? '', all[(index + 2) % 4] ?? ''),
    )
    expect(Object.values(why(...ring))).toContain('root')
  })
})

describe('a cause explains only what fits', () => {
  test.each<[string, Partial<Finding>, Partial<Finding>, string]>([
    ['the same place', {}, {}, 'G-01'],
    ['another place', { where: 'GET /me' }, {}, 'root'],
    ['an answer that both are about', { where: 'GET /me', exchanges: [5] }, { exchanges: [5, 6] }, 'G-01'],
    ['the same status', { status: 500 }, { status: 500 }, 'G-01'],
    ['another status', { status: 400 }, { status: 500 }, 'root'],
  ])('%s', (_, cause, effect, expected) => {
    expect(why(found('G-01', cause), found('A-01', { explainedBy: ['G-01'], ...effect }))['A-01']).toBe(
      expected,
    )
  })

  test('a rule that is broken at many places is broken at all', () => {
    const causes = ['GET /a', 'GET /b', 'GET /c'].map((where) => found('G-01', { where }))
    expect(why(...causes, follows('A-01', 'G-01'))['A-01']).toBe('G-01')
    expect(why(...causes.slice(1), follows('A-01', 'G-01'))['A-01']).toBe('root')
  })

  test.each<[string, Finding, string]>([
    ['a request that should have been refused', found('A-01', { status: 200 }), 'root'],
    ['the plainest refusal', found('REFUSE-01', { status: 200 }), 'root'],
    ['another violation of access', found('KEY-01', { status: 200 }), 'KEY-01'],
    ['a refusal with another status', found('KEY-01', { status: 400 }), 'root'],
  ])('that somebody is let in follows from %s: %#', (_, cause, expected) => {
    const effect = found('KEY-02', { status: 200, explainedBy: ['A-01', 'REFUSE-01', 'KEY-01'] })
    expect(why(cause, effect)['KEY-02']).toBe(expected)
  })
})

describe('one wrong status at one place', () => {
  const at500 = (id: string, more: Partial<Finding> = {}): Finding => found(id, { status: 500, ...more })

  test.each<[string, Partial<Finding>, string]>([
    ['is one cause', {}, 'PLAIN-01'],
    ['is two with another status', { status: 503 }, 'root'],
    ['is two at another place', { where: 'GET /me' }, 'root'],
  ])('that the plainest request gets too %s', (_, more, expected) => {
    expect(why(at500('PLAIN-01'), at500('A-01', more))['A-01']).toBe(expected)
  })

  test('that the plainest refusal gets too is one cause', () => {
    expect(why(at500('REFUSE-01'), at500('A-01'), at500('B-01'))).toEqual({
      'REFUSE-01': 'root',
      'A-01': 'REFUSE-01',
      'B-01': 'REFUSE-01',
    })
  })

  test('that a case met is what a general rule met', () => {
    expect(why(judged('ANY-01', { status: 500 }), at500('A-01'))).toEqual({
      'ANY-01': 'A-01',
      'A-01': 'root',
    })
    expect(why(judged('JSON-01', { status: 500 }), at500('A-01'))['JSON-01']).toBe('A-01')
  })

  test('that many requirements met is one cause, and explains what follows from those', () => {
    const met = ['A-01', 'B-01', 'C-01'].map((id) => at500(id))
    const general = judged('ANY-01', { status: 500 })

    expect(why(general, ...met, follows('D-01', 'A-01'))).toEqual({
      'ANY-01': 'root',
      'A-01': 'ANY-01',
      'B-01': 'ANY-01',
      'C-01': 'ANY-01',
      'D-01': 'ANY-01',
    })
    expect(why(general, ...met.slice(1))).toMatchObject({ 'B-01': 'root', 'C-01': 'root' })
  })

  test('that many met because of one is that one', () => {
    const met = ['A-01', 'B-01', 'C-01'].map((id) => at500(id, { explainedBy: ['E-01'] }))
    expect(why(judged('ANY-01', { status: 500 }), at500('E-01'), ...met)).toMatchObject({
      'E-01': 'root',
      'A-01': 'E-01',
    })
  })
})

describe('a malformed answer', () => {
  const field = judged('FIELD-01', { exchanges: [3], pointer: '/data/0/phone' })
  const concluded = (more: Partial<Finding> = {}): Finding => found('A-01', { exchanges: [9, 3], ...more })

  test.each<[string, Finding, Partial<Finding>, string]>([
    ['the same field', field, { pointer: '/data/7/phone' }, 'FIELD-01'],
    ['another field of the same answer', field, { pointer: '/data/0/status' }, 'root'],
    ['a whole item', field, { pointer: '/data/0' }, 'root'],
    ['another answer', field, { pointer: '/data/0/phone', exchanges: [9] }, 'root'],
    ['a wrong status', field, { pointer: '/data/0/phone', status: 500 }, 'root'],
    ['an answer that cannot be read', judged('JSON-01', { exchanges: [3] }), {}, 'JSON-01'],
  ])('explains what was concluded from %s, or not', (_, form, more, expected) => {
    expect(why(form, concluded(more))['A-01']).toBe(expected)
  })

  test('does not explain that a request was let in', () => {
    expect(why(judged('JSON-01', { exchanges: [3] }), found('KEY-01', { exchanges: [3] }))['KEY-01']).toBe(
      'root',
    )
  })
})

test('a run without findings has no causes', () => {
  expect(attribute([], TOY)).toEqual([])
})

test('what was seen again is distinguished by what it follows from', () => {
  const [alone, follower] = [
    found('A-01', { case: 'x' }),
    found('A-01', { case: 'x', explainedBy: ['B-01'] }),
  ]
  expect(attribute([alone, follower, alone, found('B-01')], TOY)).toMatchObject([
    { requirement: 'A-01', count: 2 },
    { requirement: 'A-01', count: 1, consequenceOf: ['B-01'] },
    { requirement: 'B-01' },
  ])
})

/** Each requirement with the causes of its findings: `A: B C|` has one finding caused by B or C, and one without a cause. */
function originsOf(...lines: readonly string[]): Record<string, string[]> {
  const causes = lines.map((line): [string, string[][]] => {
    const [id = '', rest = ''] = line.split(':')
    return [id, rest.split('|').map((some) => some.split(' ').filter((one) => one !== ''))]
  })
  return Object.fromEntries([...origins(new Map(causes))].map(([id, found]) => [id, [...found].sort()]))
}

test.each<[title: string, lines: string[], expected: Record<string, string[]>]>([
  ['one without a cause goes back to itself', ['A:'], { A: ['A'] }],
  ['a cause is followed', ['A: B', 'B:'], { A: ['B'], B: ['B'] }],
  ['through others', ['A: B', 'B: C', 'C:'], { A: ['C'], B: ['C'], C: ['C'] }],
  ['to every end', ['A: B C', 'B:', 'C:'], { A: ['B', 'C'], B: ['B'], C: ['C'] }],
  ['a finding without a cause is an end, whatever the others say', ['A: B|', 'B:'], { A: ['A'], B: ['B'] }],
  ['what explains each other goes back to both', ['A: B', 'B: A'], { A: ['A', 'B'], B: ['A', 'B'] }],
  ['what follows from those too', ['A: B', 'B: A', 'C: A'], { A: ['A', 'B'], B: ['A', 'B'], C: ['A', 'B'] }],
  ['a circle with a way out goes there', ['A: B', 'B: A C', 'C:'], { A: ['C'], B: ['C'], C: ['C'] }],
])('%s', (_, lines, expected) => {
  expect(originsOf(...lines)).toEqual(expected)
})

test('nothing goes back to nothing', () => {
  expect(origins(new Map())).toEqual(new Map())
})
