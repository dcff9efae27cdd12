import { anyPosition } from '../../../engine/contract/json.ts'
import { FEW, few } from '../../../engine/util/bounds.ts'
import { present } from '../../../engine/util/collections.ts'
import { blocksIn } from '../blocks.ts'
import type { RunRecord } from '../record.ts'
import type { Evidence } from './evidence.ts'
import { endpointName } from '../wording.ts'
import { failureMessage, type RuleRow } from './rows.ts'
import { resultLine, type Told, toldOf } from './told.ts'

/** One symptom of a failed run: the leading violation, and the rows that are the same. */
export interface Block extends RuleRow {
  /**
   * The finding that shows it best, in two lines; absent if there is none, as for a known failure that
   * passes.
   */
  readonly told?: Told
  /** Further requirements that the same answers, field or wrong status violates. */
  readonly others: readonly RuleRow[]
  /**
   * The statements of other rows that differ: `LEAD-31: expected existing: true, received existing: absent`.
   */
  readonly further: readonly string[]
}

/** The most blocks that a terminal and a summary show. */
export const MOST_BLOCKS = 12

/** The blocks of a record with all details that reports show, in reading order. */
export function shownBlocks(record: RunRecord, rows: readonly RuleRow[]): Block[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (record.blocks ?? blocksIn(record)).flatMap(({ id, finding = 0, same }) => {
    const row = byId.get(id)
    if (row === undefined) return []
    const others = same.flatMap((one) => byId.get(one) ?? [])
    const first = row.evidence[finding]
    const evidence = first === undefined ? [] : [first, ...row.evidence.filter((one) => one !== first)]
    const alike = [...evidence, ...others.flatMap((one) => one.evidence)]
    const told = first && toldOf(first, alike)
    const message = first === undefined ? row.message : failureMessage(evidence, alike)
    const lead = { ...row, evidence }
    return [{ ...lead, message, told, others, further: furtherOf(lead, told, others) }]
  })
}

/**
 * The statements of the first few other rows, except those that repeat the block, or the same law elsewhere.
 */
function furtherOf(lead: RuleRow, told: Told | undefined, others: readonly RuleRow[]): readonly string[] {
  // The figures of pages differ, while the mistake is the same.
  const shown = ({ finding: { pointer = '', received } }: Evidence): string =>
    anyPosition(pointer) + received.replaceAll(/\d+/g, 'N')
  const said = new Set(lead.evidence.slice(0, 1).map(shown))
  const further: string[] = []
  for (const { id, result, evidence } of others) {
    const [first] = evidence
    if (further.length === FEW || first === undefined) continue
    if (result.text === lead.result.text || said.has(shown(first))) continue
    said.add(shown(first))
    const other = toldOf(first)
    if (told !== undefined && resultLine(other) === resultLine(told)) continue
    const isAlike = other.expected === told?.expected && other.place === ''
    further.push(`${id}: ${isAlike ? other.received : resultLine(other)}`)
  }
  return further
}

/**
 * The rows with the same symptom: `the same in LEAD-22`, `the same in LEAD-22, … and 20 more`; empty if there
 * are none.
 */
export function sameElsewhere({ others }: Pick<Block, 'others'>): string {
  return others.length === 0 ? '' : `the same in ${few(others.map(({ id }) => id))}`
}

/** The tags next to the id of a block: its severity, its source, its subject. */
export function tagsOf({ result }: Pick<Block, 'result'>): string[] {
  const { severity = 'major', strength, part, endpoint } = result
  return present<string>(severity, strength !== 'must' && strength, `part ${part}`, endpointName(endpoint))
}

/** Further places of a violation: `also at GET /a, GET /b`; empty if there are none. */
export function alsoAt({ evidence: [first], places }: Pick<RuleRow, 'evidence' | 'places'>): string {
  const others = places.filter((where) => where !== first?.finding.where)
  return others.length === 0 ? '' : `also at ${few(others)}`
}
