import { describe, expect, expectTypeOf, test } from 'vitest'
import type { FootprintEntry } from '../../engine/case/footprint.ts'
import { REASON_KINDS, VERDICTS } from '../../engine/judge/verdict.ts'
import type {
  CaseResult,
  KnownFailure,
  Observation,
  OperationTraffic,
  RecordedExchange,
  RecordedFinding,
  RequirementResult,
  RunRecord,
} from './record.ts'
import { cleanRun, SAMPLES } from './testing/sample-records.ts'
import { validateRecord } from './validate-record.ts'
import schema from './run-record.schema.json' with { type: 'json' }

/**
 * Names that only the schema or only the type has, at every depth that the schema spells out; never if there
 * are none.
 */
type Unlike<Schema, Type> = Schema extends { readonly properties: infer Members }
  ?
      | Exclude<keyof Members, keyof Type>
      | Exclude<keyof Type, keyof Members>
      | {
          [Name in keyof Members & keyof Type]: Unlike<Members[Name], NonNullable<Type[Name]>>
        }[keyof Members & keyof Type]
  : Schema extends { readonly items: infer Item }
    ? Type extends readonly (infer Element)[]
      ? Unlike<Item, Element>
      : never
    : never

describe('the schema of run.json', () => {
  test('lists every verdict and every kind of reason that a run may have', () => {
    const { verdict, reasonKind } = schema.$defs

    expect(verdict.enum).toEqual([...VERDICTS])
    expect(reasonKind.enum).toEqual([...REASON_KINDS])
  })

  test.each(Object.entries(SAMPLES))('accepts the sample %s', (_name, build) => {
    expect(validateRecord(build())).toEqual([])
  })

  test('has the members of the type, and no other ones', () => {
    type Defs = (typeof schema)['$defs']
    expectTypeOf<Unlike<typeof schema, RunRecord>>().toBeNever()
    expectTypeOf<Unlike<Defs['settings'], RunRecord['settings']>>().toBeNever()
    expectTypeOf<Unlike<Defs['knownFailure'], KnownFailure>>().toBeNever()
    expectTypeOf<Unlike<Defs['requirement'], RequirementResult>>().toBeNever()
    // A finding that was seen only once is not in a record.
    expectTypeOf<Unlike<Defs['finding'], RecordedFinding>>().toBeNever()
    expectTypeOf<Unlike<Defs['case'], CaseResult>>().toBeNever()
    expectTypeOf<Unlike<Defs['exchange'], RecordedExchange>>().toBeNever()
    expectTypeOf<Unlike<Defs['observation'], Observation>>().toBeNever()
    expectTypeOf<Unlike<Defs['footprint'], FootprintEntry>>().toBeNever()
    expectTypeOf<Unlike<Defs['operationTraffic'], OperationTraffic>>().toBeNever()
  })

  const record = cleanRun()
  const [first, ...others] = record.requirements
  const { seed: _seed, ...seedless } = record

  test.each<[string, unknown, string]>([
    ['an unknown member', { ...record, extra: 1 }, '/ must NOT have additional properties (extra)'],
    ['a missing member', seedless, "/ must have required property 'seed'"],
    [
      'a failed requirement without a finding',
      { ...record, requirements: [{ ...first, verdict: 'failed' }, ...others] },
      '/requirements/0/findings must NOT have fewer than 1 items',
    ],
    [
      'an inconclusive requirement without a reason',
      { ...record, requirements: [{ ...first, verdict: 'inconclusive' }, ...others] },
      "/requirements/0 must have required property 'reason'",
    ],
    ['null', null, '/ must be object'],
  ])('refuses %s', (_, value, problem) => {
    expect(validateRecord(value)[0]).toBe(problem)
  })
})
