import { anyPosition } from '../../../engine/contract/json.ts'
import { FEW, few } from '../../../engine/util/bounds.ts'
import { present } from '../../../engine/util/collections.ts'
import { blocksIn } from '../blocks.ts'
import type { RunRecord } from '../record.ts'
import type { Evidence } from './evidence.ts'
import { heldIn } from './account.ts'
import { endpointName } from '../wording.ts'
import { failureMessage, type RuleRow } from './rows.ts'
import { resultLine, type Told, toldOf } from './told.ts'

/** One symptom of a failed run: the violation that leads, and those that are the same. */
export interface Block extends RuleRow {
  /** The finding that shows it best, in two lines; absent where nothing was found, as of a known failure that passes. */
  readonly told?: Told
  /** Further requirements that the same answers, field or wrong status violates. */
  readonly others: readonly RuleRow[]
  /** Of those that say something else, what they say: `LEAD-31: expected existing: true, received existing: absent`. */
  readonly further: readonly string[]
}

/** The most blocks that a terminal and a summary show. */
export const MOST_BLOCKS = 12

/** The blocks of a record with all that reports show of them, in reading order. */
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

/** What the first few of the others say, where it is neither what the block says already, nor the same law elsewhere. */
function furtherOf(lead: RuleRow, told: Told | undefined, others: readonly RuleRow[]): readonly string[] {
  // Figures of pages differ; what is wrong does not.
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

/** What is the same elsewhere: `the same in LEAD-22`, `the same in LEAD-22, … and 20 more`; empty if nothing is. */
export function sameElsewhere({ others }: Pick<Block, 'others'>): string {
  return others.length === 0 ? '' : `the same in ${few(others.map(({ id }) => id))}`
}

/** What stands beside the id of a block: how severe it is, where it is stated, of what it speaks. */
export function tagsOf({ result }: Pick<Block, 'result'>): string[] {
  const { severity = 'major', strength, part, endpoint } = result
  return present<string>(severity, strength !== 'must' && strength, `part ${part}`, endpointName(endpoint))
}

/** What tells the answers in which it held from those that broke it; empty where nothing does. */
export function heldBeside({ result: { held, contrast } }: Pick<Block, 'result'>): string {
  return held === undefined || contrast === undefined ? '' : `it held in ${heldIn(held, contrast)}`
}

/** Further places of a violation: `also at GET /a, GET /b`; empty if there are none. */
export function alsoAt({ evidence: [first], places }: Pick<RuleRow, 'evidence' | 'places'>): string {
  const others = places.filter((where) => where !== first?.finding.where)
  return others.length === 0 ? '' : `also at ${few(others)}`
}
