import { tokensOf } from '../../engine/contract/json.ts'
import { isUsual } from '../../engine/http/usual.ts'
import { LONGEST_WORDS } from '../../engine/util/bounds.ts'
import { THEMES } from '../../engine/judge/requirement.ts'
import { isObject, jsonIn } from '../../engine/util/values.ts'
import { FAILURES, withOutcome } from './outcome.ts'
import type { RecordedExchange, RecordedFinding, RequirementResult, RunRecord, Symptom } from './record.ts'

type JudgedRecord = Pick<RunRecord, 'requirements' | 'exchanges' | 'startedAt' | 'api'>

/** A record with its blocks, if the run fails. */
export function withBlocks(record: RunRecord): RunRecord {
  const blocks = blocksIn(record)
  return blocks.length === 0 ? record : { ...record, blocks }
}

interface OpenBlock {
  readonly lead: RequirementResult
  /** Which finding of that row leads the block. */
  readonly finding?: number
  /** The ids of the other rows. */
  readonly same: string[]
  readonly signs: Set<string>
}

/**
 * The violations of a run, one block for each symptom, in reading order: the most severe first; among equals,
 * rules about plain valid requests before more special ones, and rules of one operation before rules of all;
 * last, symptoms of requests that no client would send.
 *
 * A row gets a block of its own if it has a new finding: one that shares neither the exchange, nor the field,
 * nor the operation with its wrong status with an earlier block. That finding leads the block. Otherwise the
 * row belongs to the block that has its first finding, or to that of one law that is broken in several
 * places, for example if a framework refuses with a status of its own. No block stands behind a less severe
 * one, and an operation's own rule stands before a rule for all operations.
 */
export function blocksIn(record: JudgedRecord): Symptom[] {
  const exchanges = new Map(record.exchanges.map((one) => [one.id, one]))
  const rankOf = ranking(record, exchanges)
  const rows = withOutcome(record, ...FAILURES)
    .map((row) => ({ row, rank: rankOf(row) }))
    .toSorted((a, b) => compareRanks(a.rank, b.rank))
    .map(({ row }) => row)
  const blocks: OpenBlock[] = []
  // A field belongs to its resource, whichever operations show it; an error belongs to none.
  const isOfAll = ({ endpoint, theme, part }: RequirementResult): boolean =>
    endpoint === EVERY && (theme !== 'fields' || part === ERRORS)
  for (const row of [...rows.filter((one) => !isOfAll(one)), ...rows.filter(isOfAll)])
    addRow(row, blocks, exchanges)
  return blocks
    .toSorted((a, b) => compareRanks(rankOf(a.lead), rankOf(b.lead)))
    .map(({ lead: { id }, finding, same }) => ({ id, finding, same }))
}

const EVERY = '*'
/** The part of the specification about errors. */
const ERRORS = 7
const SEVERITIES = ['critical', 'major', 'minor'] as const

/** Puts a row into the block of the same symptom, or into a new one. */
function addRow(
  row: RequirementResult,
  blocks: OpenBlock[],
  exchanges: ReadonlyMap<number, RecordedExchange>,
): void {
  const open = blocks.filter(({ lead }) => severityRank(lead) <= severityRank(row))
  const blockWith = (signs: readonly string[] = []): OpenBlock | undefined =>
    open.find((block) => signs.some((sign) => block.signs.has(sign)))
  const law = lawOf(row)
  const ofFindings = row.findings.map((finding) => signsOf(finding, row, exchanges))
  const firstNew = ofFindings.findIndex((signs) => blockWith(signs) === undefined)
  const hasNew = firstNew >= 0
  const joined = blockWith([law]) ?? (hasNew ? undefined : blockWith(ofFindings[0]))
  const signs = [law, ...ofFindings.flat()]
  if (joined === undefined)
    blocks.push({ lead: row, finding: hasNew ? firstNew : undefined, same: [], signs: new Set(signs) })
  else {
    joined.same.push(row.id)
    for (const sign of signs) joined.signs.add(sign)
  }
}

/**
 * One law at several operations has one text. Rules that several fields of a body accept too much are also
 * one law: their texts differ only in names and figures.
 */
function lawOf({ text, findings: [first], endpoint, theme }: RequirementResult): string {
  const isAccepted = first?.inRequest === true && first.status !== undefined && first.status < 300
  // In `Leads are listed newest first`, the first word is the resource.
  if (theme === 'lists') return `law of lists ${text.replace(/^\w+ /, '').replaceAll(/`[^`]*`/g, '_')}`
  if (!isAccepted) return `law ${text}`
  return `law of ${endpoint} ${text.replaceAll(/`[^`]*`/g, '_').replaceAll(/\d[\d,]*/g, 'N')}`
}

/**
 * The signs that a finding shares with others of the same mistake: words, exchanges, the field, the operation
 * with its wrong status.
 */
function signsOf(
  finding: RecordedFinding,
  { theme }: RequirementResult,
  exchanges: ReadonlyMap<number, RecordedExchange>,
): string[] {
  const { where, expected, received, pointer, inRequest, header, roles = [] } = finding
  const [decisive] = finding.exchanges
  // If there were several writes, nobody knows which one caused the finding; and the answer to a write is
  // another matter than its effect.
  const writes = roles[0] === 'read' ? finding.exchanges.filter((_, index) => roles[index] === 'write') : []
  const field = pointer === undefined ? '' : fieldOf(pointer)
  const resource = /\/[\w-]+/.exec(where)?.[0] ?? where
  // The rows that a filter selects, and the counts, are another matter than the contents of an answer.
  const area = theme === 'filters' || theme === 'limits' ? theme : ''
  const ofField = field.startsWith('pagination/') ? '' : area
  return [
    `words ${JSON.stringify([where, ...[expected, received].map(asSign)])}`,
    ...(decisive === undefined ? [] : [`exchange ${decisive} ${area}`]),
    ...(writes.length === 1 ? [`after ${writes[0]}`] : []),
    ...(field === '' ? [] : [`${inRequest ? `sent ${where}` : `${ofField} ${resource}`} ${field}`]),
    ...(header === undefined ? [] : [`header ${header}`]),
    ...statusSigns(finding, area, decisive === undefined ? undefined : exchanges.get(decisive)),
  ]
}

/** The part of a text that tells findings apart. */
function asSign(text: string): string {
  return `${text.length} ${text.slice(0, LONGEST_WORDS)}`
}

/**
 * The member of a resource to which a pointer leads, whichever item of a list it is in: `status`,
 * `pagination/total`.
 */
function fieldOf(pointer: string): string {
  const names = tokensOf(pointer).filter((token) => !/^\d+$/.test(token))
  return (names[0] === 'data' ? names.slice(1) : names).join('/')
}

/**
 * The wrong status at its operation, and, if one refusal replaces another, at any operation: 422 instead of
 * 400 is one line of a framework. If the request should have been accepted, the message counts as well: two
 * validators that are too strict are two mistakes.
 */
function statusSigns(
  { where, status, accepted = [], pointer }: RecordedFinding,
  area: string,
  exchange: RecordedExchange | undefined,
): string[] {
  if (status === undefined || (status < 300 && pointer !== undefined)) return []
  if (status < 300) return [`status ${where} ${status} ${area}`]
  const isClientError = status >= 400 && status < 500
  if (isClientError && accepted.some((one) => one < 300))
    return [`status ${where} ${status} ${wordsWithoutIds(exchange)}`]
  const isOtherRefusal = isClientError && accepted.length > 0
  return [
    `status ${where} ${status}`,
    ...(isOtherRefusal ? [`status ${status} for ${accepted.join(', ')}`] : []),
  ]
}

function wordsWithoutIds(exchange: RecordedExchange | undefined): string {
  const body = jsonIn(exchange?.response?.body ?? '')
  return isObject(body) ? JSON.stringify(body).replaceAll(/\w*(?:\d|[a-z][A-Z])\w*/g, 'N') : ''
}

function ranking(
  { api: { operations } }: JudgedRecord,
  exchanges: ReadonlyMap<number, RecordedExchange>,
): (row: RequirementResult) => readonly number[] {
  // Many findings may share an exchange, whose headers and body are long.
  const known = new Map<number, boolean>()
  const isOdd = ({ exchanges: [id = 0] }: RecordedFinding): boolean => {
    const found = exchanges.get(id)
    const odd = known.get(id) ?? (found !== undefined && !isUsual(found.request))
    known.set(id, odd)
    return odd
  }
  return (row) => [
    severityRank(row),
    Number(row.findings.length > 0 && row.findings.every(isOdd)),
    row.theme === undefined ? THEMES.length : THEMES.indexOf(row.theme),
    Number(row.strength !== 'must'),
    operations.includes(row.endpoint) ? operations.indexOf(row.endpoint) : operations.length,
  ]
}

/** 0 for the most severe. */
function severityRank({ severity = 'major' }: RequirementResult): number {
  return SEVERITIES.indexOf(severity)
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  return a.map((one, index) => one - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0
}
