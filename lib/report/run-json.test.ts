import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { isObject } from '../util/values.ts'
import { REASON_KINDS, VERDICTS } from '../judge/verdict.ts'
import { FULL_RECORD } from './testing/full-record.ts'
import { cleanRun, SAMPLES } from './testing/sample-records.ts'
import { RUN_RECORD_SCHEMA, validateRecord } from './run-json.ts'
import schema from './run-record.schema.json' with { type: 'json' }

/** Names of all properties that a schema declares, at any depth. */
function declared(schema: unknown): string[] {
  if (!isObject(schema)) return Array.isArray(schema) ? schema.flatMap(declared) : []
  const named = isObject(schema['properties']) ? Object.keys(schema['properties']) : []
  return [...named, ...Object.values(schema).flatMap(declared)]
}

/** Names of all members of a value, at any depth. */
function used(value: unknown): string[] {
  if (!isObject(value)) return Array.isArray(value) ? value.flatMap(used) : []
  return [...Object.keys(value), ...Object.values(value).flatMap(used)]
}

describe('the schema of run.json', () => {
  test('lists every verdict and every kind of reason that a run may have', () => {
    const { verdict, reasonKind } = schema.$defs

    expect(verdict.enum).toEqual([...VERDICTS])
    expect(reasonKind.enum).toEqual([...REASON_KINDS])
  })

  test.each(Object.entries(SAMPLES))('accepts the sample %s', (_name, build) => {
    expect(validateRecord(build())).toEqual([])
  })

  test('accepts a record with every optional member', () => {
    expect(validateRecord(FULL_RECORD)).toEqual([])
  })

  test('declares exactly the members that the type has', () => {
    expect(new Set(declared(RUN_RECORD_SCHEMA))).toEqual(new Set(used(FULL_RECORD)))
  })

  test('describes every member', () => {
    const undescribed = (schema: unknown, at: string): string[] => {
      if (!isObject(schema)) return []
      const { properties, items, $defs } = schema
      const named = isObject(properties) ? Object.entries(properties) : []
      return [
        ...named
          .filter(([, one]) => !isObject(one) || !('description' in one))
          .map(([name]) => `${at}/${name}`),
        ...named.flatMap(([name, one]) => undescribed(one, `${at}/${name}`)),
        ...Object.entries(isObject($defs) ? $defs : {}).flatMap(([name, one]) => undescribed(one, name)),
        ...undescribed(items, `${at}[]`),
      ]
    }
    expect(undescribed(RUN_RECORD_SCHEMA, '')).toEqual([])
  })

  test('is a strict schema itself', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false })
    addFormats.default(ajv)
    expect(() => ajv.compile(RUN_RECORD_SCHEMA)).not.toThrow()
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
    ['a list', [], '/ must be object'],
  ])('refuses %s', (_, value, problem) => {
    expect(validateRecord(value)[0]).toBe(problem)
  })
})
