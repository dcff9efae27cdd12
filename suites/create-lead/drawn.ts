/** Leads at the ends of the range of each field: absent, null, as short and as long as allowed. */
import type { InputSettings } from '../../lib/engine/case/context.ts'
import { cover } from '../../lib/engine/case/cover.ts'
import { bodyFields, namesId, requirementOf } from '../../lib/engine/contract/request-bodies.ts'
import type { ValidBody } from '../writes/generated.ts'
import { LONGEST_EMAIL, validValues } from '../writes/values.ts'

/** The most leads: they stay in the workspace. */
const MOST = { few: 1, values: 4, pairs: 12 } as const

/**
 * Bodies of leads without a conversation that use each end of each field, or each pair of ends of two fields.
 * @param mark - makes each e-mail address unique
 */
export function leadsAtEnds(mark: () => string, { seed, inputs }: InputSettings): readonly ValidBody[] {
  const fields = bodyFields('LeadCreate').filter(({ name }) => !namesId(name))
  const ends = Object.fromEntries(
    fields.map((field) => [field.name, validValues(field, '').map((_, at) => at)]),
  )
  return cover(ends, { seed, pairs: inputs === 'pairs', most: MOST[inputs] }).map((chosen, index) => {
    const own = mark()
    const values = fields.map(
      (field) => [field.name, validValues(field, own)[chosen[field.name] ?? 0]] as const,
    )
    const unlinked = index === 0 ? { conversation_id: null } : {}
    return { ...unlinked, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) }
  })
}

/** The requirement that accepts a body: that of its only value, if there is just one. */
export function requirementFor(body: ValidBody): string {
  const [[name, value] = ['', undefined], ...others] = Object.entries(body)
  if (others.length > 0) return 'CREATE-LEAD-01'
  if (value === null) return 'CREATE-LEAD-09'
  const { most = Infinity } = bodyFields('LeadCreate').find((one) => one.name === name) ?? {}
  const isLongest = typeof value === 'string' && value.length >= Math.min(most, LONGEST_EMAIL)
  return isLongest && most < Infinity ? requirementOf('LeadCreate', name, 'too long') : 'CREATE-LEAD-01'
}
