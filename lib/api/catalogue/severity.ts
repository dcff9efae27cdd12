import type { Severity } from '../../judge/requirement.ts'

/** Families of ids with one severity, and single ids that differ from their family. */
const CRITICAL = [/^ISOLATION-/, /^AUTH-0[1-6]$/, /^GET-ME-02$/]
const MINOR = [/^APEX-/, /^VERSION-/, /^ERROR-0[13]$/, /^RATE-0[1-59]$/, /^INPUT-0[126]$/, /^AUTH-07$/]

/** The severity of a violation of the requirement with this id. */
export function severityOf(id: string): Severity {
  if (CRITICAL.some((family) => family.test(id))) return 'critical'
  return MINOR.some((family) => family.test(id)) ? 'minor' : 'major'
}
