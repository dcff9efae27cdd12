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
function declared(schema: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(schema)) for (const item of schema) declared(item, found)
  else if (typeof schema === 'object' && schema !== null) {
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties' && typeof value === 'object')
        for (const name of Object.keys(value)) found.add(name)
      declared(value, found)
    }
  }
  return found
}

function used(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) used(item, found)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      found.add(key)
      used(member, found)
    }
  }
  return found
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
    expect([...declared(RUN_RECORD_SCHEMA)].toSorted()).toEqual([...used(FULL_RECORD)].toSorted())
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

  test('refuses an unknown member', () => {
    expect(validateRecord({ ...cleanRun(), extra: 1 })).toEqual([
      '/ must NOT have additional properties (extra)',
    ])
  })

  test('refuses a missing member', () => {
    const { seed: _seed, ...rest } = cleanRun()
    expect(validateRecord(rest)).toEqual(["/ must have required property 'seed'"])
  })

  test('refuses a failed requirement without a finding', () => {
    const record = cleanRun()
    const [first, ...others] = record.requirements
    expect(
      validateRecord({ ...record, requirements: [{ ...first, verdict: 'failed' }, ...others] })[0],
    ).toContain('/requirements/0/findings')
  })

  test('refuses an inconclusive requirement without a reason', () => {
    const record = cleanRun()
    const [first, ...others] = record.requirements
    const problems = validateRecord({
      ...record,
      requirements: [{ ...first, verdict: 'inconclusive' }, ...others],
    })
    expect(problems[0]).toContain("must have required property 'reason'")
  })

  test.each([null, [], 'text', 1])('refuses %j', (value) => {
    expect(validateRecord(value)).toEqual(['/ must be object'])
  })
})
