import type { Source } from '../judge/requirement.ts'
import type { KeyLabel } from '../http/exchange.ts'
import { thousands } from '../util/text.ts'
import type { Outcome, Totals } from './outcome.ts'
import type { CaseResult, RequirementResult, RunRecord } from './record.ts'

type Verified = Pick<RunRecord, 'api' | 'requirements'>

/** The numbers of the parts of the specification. */
export function partsOf({ api, requirements }: Verified): readonly number[] {
  return api === undefined
    ? [...new Set(requirements.map(({ part }) => part))].toSorted((a, b) => a - b)
    : api.parts.map((_, index) => index + 1)
}

/** The title of a part of the specification; empty if the record does not have it. */
export function partTitle({ api }: Pick<RunRecord, 'api'>, part: number): string {
  return api?.parts[part - 1] ?? ''
}

/** The subjects of requirements other than operations, `*` (every endpoint) first. */
export function besideOperations({ api, requirements }: Verified): readonly string[] {
  const endpoints = new Set(requirements.map(({ endpoint }) => endpoint))
  for (const operation of api?.operations ?? []) endpoints.delete(operation)
  return [...endpoints].toSorted((a, b) => Number(b === '*') - Number(a === '*'))
}

/** The name of an endpoint in running text: `every endpoint` for `*`. */
export function endpointName(endpoint: string): string {
  return endpoint === '*' ? 'every endpoint' : endpoint
}

/** An endpoint as a lower-case word for class names and anchors: `POST /things/{id}` gives `post-things-id`. */
export function endpointSlug(endpoint: string): string {
  return endpointName(endpoint)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

interface Stated {
  readonly part: number
  readonly source?: Source
  readonly because?: string
  readonly own?: true
}

/** Where the specification states a requirement, in running text: `part 4, GET /things: “since”`, `part 5, rule 3`. */
export function statedIn({ part, source, own }: Stated): string {
  if (own === true && source !== undefined) return source.item
  if (source === undefined) return `part ${part}`
  const place = source.section === '' ? `part ${part}` : `part ${part}, ${source.section}`
  return /^\d+$/.test(source.item) ? `${place}, rule ${source.item}` : `${place}: “${source.item}”`
}

/** A line that says where the specification states a requirement, and how a derived one follows from that. */
export function specificationLine(stated: Stated): string {
  const line = stated.own === true ? `${statedIn(stated)}.` : `Specification, ${statedIn(stated)}.`
  return stated.because === undefined ? line : `${line} Derived: ${stated.because}`
}

/** A violated requirement as plain text: what is required, then each finding. */
export function findingsText({
  id,
  strength,
  part,
  endpoint,
  text,
  findings,
  known,
}: RequirementResult): string {
  const head = `${id} (${strength}, part ${part}, ${endpointName(endpoint)}) ${text}`
  if (known?.unexpectedPass === true) return `${head}\n  passes, though it is listed as a known failure`
  if (known !== undefined && findings.length === 0)
    return `${head}\n  was excused until ${known.until}, and could not be exercised`
  return [
    head,
    ...findings.map(({ where, pointer, expected, received }) => {
      const place = pointer === undefined ? where : `${where} at ${pointer}`
      return `  ${place}\n    expected: ${expected}\n    received: ${received}`
    }),
  ].join('\n')
}

/** The verdict of a case with its reason: `passed`, `inconclusive: needs an imported thing`. */
export function caseInWords({ verdict, reason }: CaseResult): string {
  return reason === undefined ? verdict : `${verdict}: ${reason}`
}

const VERDICT_WORDS: Readonly<Record<RunRecord['verdict'], string>> = {
  passed: 'Passed',
  failed: 'Failed',
  incomplete: 'Incomplete',
  error: 'Error',
}

/** The run's verdict as a heading: `Failed`. */
export function verdictWord(record: RunRecord): string {
  return VERDICT_WORDS[record.verdict]
}

const KEY_WORDS: readonly (readonly [KeyLabel, string])[] = [
  ['main', 'on the key under test'],
  ['other', 'on the second key'],
  ['exhaustible', 'on the exhaustible key'],
  ['none', 'without a key'],
  ['invalid', 'with an invalid key'],
]

/** Requests per key: `281 on the key under test, 31 on the second key`. */
export function spentByKey(record: RunRecord): string {
  return KEY_WORDS.map(([key, words]) => [record.requests.byKey[key] ?? 0, words] as const)
    .filter(([requests]) => requests > 0)
    .map(([requests, words]) => `${thousands(requests)} ${words}`)
    .join(', ')
}

/** Figures of outcomes in words, zeros left out: `2 failed, 1 known failure, 181 passed`. */
export function figures(totals: Totals): string {
  const words: readonly (readonly [Outcome, string, string])[] = [
    ['failed', 'failed', 'failed'],
    ['unexpected-pass', 'unexpected pass', 'unexpected passes'],
    ['expired-excuse', 'expired excuse', 'expired excuses'],
    ['error', 'error', 'errors'],
    ['known-failure', 'known failure', 'known failures'],
    ['inconclusive', 'inconclusive', 'inconclusive'],
    ['not-applicable', 'not applicable', 'not applicable'],
    ['disabled', 'disabled', 'disabled'],
    ['passed', 'passed', 'passed'],
  ]
  const shown = words.filter(([outcome]) => totals.by[outcome] > 0)
  if (shown.length === 0) return 'nothing was judged'
  return shown
    .map(([outcome, one, many]) => `${totals.by[outcome]} ${totals.by[outcome] === 1 ? one : many}`)
    .join(', ')
}

/** Counts by name: `limit 12, offset 0`. */
export function countsInWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ')
}
