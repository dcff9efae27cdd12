import { describe, expect, test } from 'vitest'
import { rootCauses } from './attribution.ts'
import type { Finding } from './finding.ts'
import { found, judged } from './testing/findings.ts'

const names = (findings: readonly Finding[]): string[] => findings.map(({ requirement }) => requirement)
const rootsOf = (...findings: readonly Finding[]): string[] => names(rootCauses(findings).roots)
const explainedOf = (...findings: readonly Finding[]): unknown[] =>
  rootCauses(findings).explained.map(({ requirement, explainedBy }) => [requirement, ...(explainedBy ?? [])])

describe('a finding that names its causes', () => {
  const follows = (requirement: string, ...explainedBy: readonly string[]): Finding =>
    found(requirement, { explainedBy })

  test('is set aside where one of them is violated', () => {
    const run = [found('LIST-LEADS-09'), follows('LIST-LEADS-08', 'LIST-LEADS-09', 'LIST-LEADS-11')]

    expect(rootsOf(...run)).toEqual(['LIST-LEADS-09'])
    expect(explainedOf(...run)).toEqual([['LIST-LEADS-08', 'LIST-LEADS-09']])
  })

  test('is told where none of them is', () => {
    const run = [found('LIST-LEADS-02'), follows('LIST-LEADS-08', 'LIST-LEADS-09')]

    expect(rootsOf(...run)).toEqual(['LIST-LEADS-02', 'LIST-LEADS-08'])
    expect(explainedOf(...run)).toEqual([])
  })

  test('is set aside where its cause follows from another one', () => {
    const run = [
      found('LIST-LEADS-05'),
      follows('LIST-LEADS-09', 'LIST-LEADS-05'),
      follows('LIST-LEADS-10', 'LIST-LEADS-09'),
    ]

    expect(rootsOf(...run)).toEqual(['LIST-LEADS-05'])
    expect(explainedOf(...run)).toEqual([
      ['LIST-LEADS-09', 'LIST-LEADS-05'],
      ['LIST-LEADS-10', 'LIST-LEADS-05'],
    ])
  })

  test('is told where its cause may itself follow from its requirement', () => {
    const again = found('A-01', { explainedBy: ['B-01'], case: 'another' })
    const run = [found('A-01'), again, follows('B-01', 'A-01')]

    expect(rootCauses(run).roots).toMatchObject([
      { requirement: 'A-01', case: 'A-01' },
      { requirement: 'A-01', case: 'another' },
    ])
    expect(explainedOf(...run)).toEqual([['B-01', 'A-01']])
  })

  test('does not explain itself', () => {
    expect(rootsOf(follows('LIST-LEADS-08', 'LIST-LEADS-08'))).toEqual(['LIST-LEADS-08'])
  })

  test('is told, with the other, where two explain each other', () => {
    expect(
      rootsOf(follows('LIST-LEADS-03', 'LIST-LEADS-04'), follows('LIST-LEADS-04', 'LIST-LEADS-03')),
    ).toEqual(['LIST-LEADS-03', 'LIST-LEADS-04'])
  })

  test('is set aside where a circle has a way out', () => {
    const run = [follows('A-01', 'B-01'), follows('B-01', 'A-01', 'C-01'), found('C-01')]
    expect(rootsOf(...run)).toContain('C-01')
    expect(rootsOf(...run)).not.toContain('B-01')
  })

  test('leaves something to tell, whatever explains what', () => {
    const ring = ['A-01', 'B-01', 'C-01', 'D-01'].map((id, index, all) =>
      follows(id, all[(index + 1) % 4] ?? '', all[(index + 2) % 4] ?? ''),
    )
    expect(rootsOf(...ring)).not.toEqual([])
  })
})

describe('a status that is wrong for the plainest request too', () => {
  const refused = 'status 500 internal_error: "x"'

  test.each([
    ['is one defect', { received: refused }, ['CREATE-LEAD-01']],
    ['is two with another status', { received: 'status 503' }, ['CREATE-LEAD-01', 'CREATE-LEAD-20']],
    [
      'is two at another place',
      { received: refused, where: 'GET /leads' },
      ['CREATE-LEAD-01', 'CREATE-LEAD-20'],
    ],
    ['is two where it is no status', { received: 'no lead' }, ['CREATE-LEAD-01', 'CREATE-LEAD-20']],
  ])('%s', (_, more, roots) => {
    const where = 'POST /leads'
    expect(
      rootsOf(
        found('CREATE-LEAD-01', { where, received: refused }),
        found('CREATE-LEAD-20', { where, ...more }),
      ),
    ).toEqual(roots)
  })

  test('is told by the plainest refusal, where that fails', () => {
    const run = ['CREATE-LEAD-05', 'CREATE-LEAD-10', 'CREATE-LEAD-12'].map((id) =>
      found(id, { where: 'POST /leads', received: 'status 200' }),
    )
    expect(rootsOf(...run)).toEqual(['CREATE-LEAD-05'])
    expect(explainedOf(...run)).toEqual([
      ['CREATE-LEAD-10', 'CREATE-LEAD-05'],
      ['CREATE-LEAD-12', 'CREATE-LEAD-05'],
    ])
  })

  test('is told of answer and refusal each', () => {
    const run = ['CREATE-LEAD-01', 'CREATE-LEAD-05'].map((id) =>
      found(id, { where: 'POST /leads', received: 'status 500' }),
    )
    expect(rootsOf(...run)).toEqual(['CREATE-LEAD-01', 'CREATE-LEAD-05'])
  })

  test('explains the refusal, too, where nothing was found', () => {
    const run = ['CREATE-LEAD-01', 'CREATE-LEAD-05'].map((id) =>
      found(id, { where: 'POST /leads', received: 'status 404 not_found' }),
    )
    expect(rootsOf(...run)).toEqual(['CREATE-LEAD-01'])
    expect(explainedOf(...run)).toEqual([['CREATE-LEAD-05', 'CREATE-LEAD-01']])
  })
})

describe('a rule on whole statuses', () => {
  const general = (more: Partial<Finding> = {}): Finding =>
    judged('STATUS-02', { received: 'status 500', exchanges: [7], ...more })

  test.each([
    ['the same exchange', found('GET-LEAD-02', { exchanges: [7], received: 'anything' })],
    ['the same status at the same place', found('LIST-LEADS-13', { received: 'status 500 internal_error' })],
  ])('gives way to a case on %s, and is not said to hold', (_, specific) => {
    expect(rootsOf(general(), specific)).toEqual([specific.requirement])
    expect(explainedOf(general(), specific)).toEqual([['STATUS-02', specific.requirement]])
  })

  test.each([
    ['another exchange with another status', found('LIST-LEADS-13', { received: 'status 400' })],
    ['another place', found('GET-LEAD-02', { where: 'GET /leads/{id}', received: 'status 500' })],
    ['a finding without a status', found('LIST-LEADS-02')],
    ['an oracle, which knows no better', judged('RATE-01', { exchanges: [7] })],
  ])('stands beside %s', (_, specific) => {
    expect(rootsOf(general(), specific).sort()).toEqual([specific.requirement, 'STATUS-02'].sort())
  })

  test('is told alone where many requirements met it, and explains what follows from those', () => {
    const ids = ['LIST-LEADS-03', 'LIST-LEADS-08', 'LIST-LEADS-10']
    const met = ids.map((id, index) => found(id, { received: 'status 500 x', exchanges: [7 + index] }))
    const run = [general(), ...met, found('LIST-LEADS-11', { explainedBy: ['LIST-LEADS-08'] })]

    expect(rootsOf(...run)).toEqual(['STATUS-02'])
    expect(explainedOf(...run)).toEqual([...ids, 'LIST-LEADS-11'].map((id) => [id, 'STATUS-02']))
    expect(rootsOf(general(), ...met.slice(1))).toEqual(ids.slice(1))
  })

  test('is not told where the many follow from one', () => {
    const met = ['LIST-LEADS-03', 'LIST-LEADS-08', 'LIST-LEADS-10'].map((id) =>
      found(id, { received: 'status 500', explainedBy: ['LIST-LEADS-05'] }),
    )
    expect(rootsOf(general(), found('LIST-LEADS-05', { received: 'status 500' }), ...met)).toEqual([
      'LIST-LEADS-05',
    ])
  })

  test('stands alone', () => {
    expect(rootsOf(general())).toEqual(['STATUS-02'])
  })
})

describe('a malformed answer', () => {
  test.each(['JSON-02', 'JSON-03', 'JSON-04', 'TIME-01', 'ERROR-04', 'LEAD-01', 'PAGINATION-03'])(
    'is the cause of what is concluded from it: %s',
    (form) => {
      const run = [judged(form, { exchanges: [3] }), found('LIST-LEADS-08', { exchanges: [9, 3] })]

      expect(rootsOf(...run)).toEqual([form])
      expect(explainedOf(...run)).toEqual([['LIST-LEADS-08', form]])
    },
  )

  test.each([
    ['of another answer', found('LIST-LEADS-08', { exchanges: [4] })],
    ['of its form', judged('LEAD-02', { exchanges: [3] })],
    ['of its status', found('LIST-LEADS-13', { exchanges: [3], received: 'status 500' })],
  ])('explains nothing %s', (_, other) => {
    expect(rootsOf(judged('LEAD-01', { exchanges: [3] }), other)).toEqual(['LEAD-01', other.requirement])
  })
})

describe('an error with the status of a success', () => {
  const received = 'status 200 with {"error":"No","code":"not_found"}'
  const wrapped = (): Finding => judged('JSON-03', { where: 'POST /leads', received })

  test('follows from the refusal that was expected there', () => {
    const run = [wrapped(), found('CREATE-LEAD-07', { where: 'POST /leads', received: 'status 200' })]

    expect(rootsOf(...run)).toEqual(['CREATE-LEAD-07'])
    expect(explainedOf(...run)).toEqual([['JSON-03', 'CREATE-LEAD-07']])
  })

  test.each([
    ['another place', found('GET-LEAD-02', { where: 'GET /leads/{id}', received: 'status 200' })],
    ['another status', found('CREATE-LEAD-07', { where: 'POST /leads', received: 'status 400' })],
  ])('is told beside a refusal of %s', (_, other) => {
    expect(rootsOf(wrapped(), other)).toEqual(['JSON-03', other.requirement])
  })
})

test('a run without findings has no causes', () => {
  expect(rootCauses([])).toEqual({ roots: [], explained: [] })
})

test('what was found is never lost: it is told or explained', () => {
  const run = [
    judged('STATUS-02', { received: 'status 500', exchanges: [7] }),
    found('CREATE-LEAD-01', { where: 'POST /leads', received: 'status 500', exchanges: [7] }),
    found('CREATE-LEAD-20', { where: 'POST /leads', received: 'status 500' }),
    found('LIST-LEADS-08', { explainedBy: ['LIST-LEADS-09'] }),
    found('LIST-LEADS-09'),
  ]
  const { roots, explained } = rootCauses(run)
  expect(names([...roots, ...explained]).sort()).toEqual(names(run).sort())
})
