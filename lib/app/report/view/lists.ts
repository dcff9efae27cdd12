import { isTraffic, type RequirementResult, type RunRecord } from '../record.ts'
import { isCounted, type Outcome } from '../outcome.ts'
import { capital } from '../wording.ts'
import type { FootprintEntry, WithoutLead } from '../../../engine/case/footprint.ts'
import { groupBy, present } from '../../../engine/util/collections.ts'
import { count, thousands } from '../../../engine/util/text.ts'
import type { RuleRow } from './rows.ts'

/** A list that reports show in addition to the violations. Backticks in its texts mark code. */
export interface List {
  /** Its anchor on the page. */
  readonly id: string
  readonly title: string
  /** The figure next to the title. */
  readonly figure: string
  /** The meaning of the list, in a sentence or two. */
  readonly meaning?: string
  readonly items: readonly Item[]
  /**
   * Where the list is shown: `found` always; `rest` and `details` in a terminal with `--verbose`; a page
   * folds details.
   */
  readonly kind: 'found' | 'rest' | 'details'
}

/** An entry of a list. */
export interface Item {
  readonly outcome?: Outcome
  /** The requirement of this entry. */
  readonly id?: string
  readonly text: string
  /** The requirements that this entry concerns. */
  readonly ids?: readonly string[]
  /** The observations on this entry. */
  readonly seen?: readonly string[]
}

/**
 * The lists of a record in the order of reports.
 * @param all - every requirement, open points and newer rules included
 */
export function listsOf(record: RunRecord, all: readonly RuleRow[]): readonly List[] {
  const rows = all.filter(({ result }) => isCounted(result))
  return [
    ...(record.clients === undefined ? [] : [clients(record.clients)]),
    newerRules(record, all),
    knownFailures(rows),
    ...unjudged(rows),
    ...(isTraffic(record) ? [] : [footprint(record)]),
    openPoints(record),
    traffic(record),
  ].filter(({ items }) => items.length > 0)
}

function clients(judged: readonly RequirementResult[]): List {
  const failed = judged.filter(({ verdict }) => verdict === 'failed')
  const held = judged.filter(({ verdict }) => verdict === 'passed').length
  return {
    id: 'clients',
    title: 'Clients',
    kind: 'found',
    figure: `${failed.length} violated, ${held} held`,
    meaning: 'What the specification asks of clients, judged in their requests.',
    items: failed.map(({ id, text, findings }) => ({
      outcome: 'failed',
      id,
      text,
      seen: findings.map(
        ({ where, expected, received, count: times }) =>
          `\`${where}\`${times > 1 ? ` (${thousands(times)} times)` : ''}: ${received}, expected ${expected}`,
      ),
    })),
  }
}

function newerRules({ settings }: RunRecord, all: readonly RuleRow[]): List {
  const newer = all.filter(({ result }) => result.newer === true)
  const failed = newer.filter(({ result }) => result.verdict === 'failed')
  return {
    id: 'newer',
    title: 'Newer rules',
    kind: 'found',
    figure: `${failed.length} of ${newer.length} violated`,
    meaning: `They came after version ${settings.rules ?? ''} of the tool, whose rules count: these were judged, and do not count.`,
    items: failed.map(({ id, result, message }) => ({
      outcome: 'failed',
      id,
      text: result.text,
      seen: [message],
    })),
  }
}

function knownFailures(rows: readonly RuleRow[]): List {
  const excused = rows.filter(({ outcome }) => outcome === 'known-failure')
  return {
    id: 'known',
    title: 'Known failures',
    kind: 'found',
    figure: String(excused.length),
    items: excused.map(({ id, outcome, result, excuse = '' }) => ({
      outcome,
      id,
      text: `${result.text} ${capital(excuse)}`,
    })),
  }
}

/** The outcomes of requirements that were not judged, those first that say most about the run. */
const UNJUDGED = [
  {
    outcome: 'error',
    title: 'Errors',
    meaning: 'The tool or the connection kept these from being judged. They say nothing about the target.',
  },
  {
    outcome: 'inconclusive',
    title: 'Inconclusive',
    meaning: 'These apply, and could not be judged. Each line says why, and what would enable them.',
  },
] as const

/**
 * The requirements that were not judged, by reason, the most frequent one first. Unselected requirements are
 * no news.
 */
function unjudged(rows: readonly RuleRow[]): List[] {
  return UNJUDGED.map(({ outcome, title, meaning }) => {
    const those = rows.filter((row) => row.outcome === outcome)
    const reasons = [...groupBy(those, ({ result }) => result.reason ?? 'no reason is recorded')]
    return {
      id: `not-judged-${outcome}`,
      title,
      kind: 'rest',
      figure: String(those.length),
      meaning,
      items: reasons
        .map(([reason, some]) => ({ outcome, text: reason, ids: some.map(({ id }) => id) }))
        .toSorted((a, b) => b.ids.length - a.ids.length),
    }
  })
}

function footprint({ footprint: entries }: RunRecord): List {
  return {
    id: 'footprint',
    title: 'Left behind',
    kind: 'details',
    figure: leftBehind(entries),
    items: entries.map(({ kind, resource, id, note }) => ({
      text: `${kind} ${resource} \`${id}\``,
      seen: [note],
    })),
  }
}

/**
 * What a run leaves behind: created and changed items, and the number of conversations that can still get a
 * lead.
 */
export function leftOver({ footprint: entries, withoutLead }: RunRecord): string {
  return [leftBehind(entries), ...(withoutLead === undefined ? [] : [withoutLeadInWords(withoutLead)])].join(
    '; ',
  )
}

/** `conversations without a lead: 4 left, 2 a run`. */
export function withoutLeadInWords({ left, perRun }: WithoutLead): string {
  return `conversations without a lead: ${left} left, ${perRun} a run`
}

/** The items left behind on the target: `12 leads, 16 notes; 1 conversation changed; perhaps 2 leads`. */
export function leftBehind(footprint: readonly FootprintEntry[]): string {
  if (footprint.length === 0) return 'nothing'
  const counted = (kind: FootprintEntry['kind']): string => {
    const some = footprint.filter((entry) => entry.kind === kind)
    return [...groupBy(some, ({ resource }) => resource)]
      .map(([resource, entries]) =>
        // If a run was killed, nobody knows the number.
        entries.length === 1 && entries[0]?.id === 'unknown' ? resource : count(entries.length, resource),
      )
      .join(', ')
  }
  const [created, changed, perhaps] = [counted('created'), counted('changed'), counted('perhaps created')]
  return present(
    created !== '' && created,
    changed !== '' && `${changed} changed`,
    perhaps !== '' && `perhaps ${perhaps}`,
  ).join('; ')
}

function openPoints({ requirements, observations }: RunRecord): List {
  const points = requirements
    .filter(({ strength }) => strength === 'open')
    .map((result) => ({ result, seen: observations.filter(({ requirement }) => requirement === result.id) }))
  const observed = points.filter(({ seen }) => seen.length > 0).length
  return {
    id: 'open',
    title: 'Open points',
    kind: 'details',
    figure: `${observed} of ${points.length} observed`,
    meaning:
      'The specification leaves these open or contradicts itself. They are observed, and never failed.',
    items: points.map(({ result, seen }) => ({
      id: result.id,
      text: result.text,
      seen:
        seen.length === 0
          ? [`Not observed: ${result.reason ?? 'no reason is recorded'}`]
          : seen.map(({ text }) => text),
    })),
  }
}

/**
 * The requests and answers of each operation. For traffic of clients, which nobody planned, the list is
 * always shown.
 */
function traffic({ traffic: operations = [], clients: judged }: RunRecord): List {
  const asked = operations.filter(({ exchanges }) => exchanges > 0)
  return {
    id: 'traffic',
    title: 'Traffic',
    kind: judged === undefined ? 'details' : 'found',
    figure: count(asked.length, 'operation'),
    items: asked.map(({ operation, exchanges, statuses, parameters, fields }) => ({
      text: `\`${operation}\` ${count(exchanges, 'exchange')}`,
      seen: Object.entries({ statuses, parameters, 'body fields': fields })
        .map(([name, counts]) => ({ name, words: countsInWords(counts) }))
        .filter(({ words }) => words !== '')
        .map(({ name, words }) => `${name}: ${words}`),
    })),
  }
}

/** Counts by name: `limit 12, offset 0`. */
function countsInWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, times]) => `${name} ${thousands(times)}`)
    .join(', ')
}
