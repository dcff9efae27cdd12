import type { Cause } from '../summary.ts'
import type { RunRecord } from '../record.ts'
import type { Layout } from './layout.ts'
import { count, duration, visible } from '../../util/text.ts'
import {
  causesOf,
  digestOf,
  exercisedOf,
  headlineOf,
  NAMED_CAUSES,
  placesOf,
  receivedOf,
  exercisedLine,
  expectedOf,
  leftBehind,
  targetOf,
} from '../summary.ts'
import { dayOf, explainExitCode, outcomeOf, totalsOf } from '../outcome.ts'
import { openPoints } from '../groups.ts'
import { spentByKey } from '../wording.ts'
import { clipped, fitted, idList, labelled, wrap } from './layout.ts'

/** The causes listed with a line each if there are too many for a screen. */
const FIRST_CAUSES = 4

/** How much of each cause fits on a screen: the fewer causes, the more of each. */
function roomFor(causes: number): {
  readonly textLines: number
  readonly seenLines: number
  readonly showsMore: boolean
  readonly showsExpected: boolean
} {
  return {
    textLines: causes <= 2 ? 2 : 1,
    seenLines: causes <= 3 ? 2 : 1,
    showsMore: causes <= 3,
    showsExpected: causes <= 2,
  }
}

/**
 * The summary at the end of a run, at most 24 lines: the verdict, the violations with the most serious first, how
 * much was exercised, the cost, and what to do next.
 */
export function summary(record: RunRecord, layout: Layout): string[] {
  const causes = causesOf(record)
  return [
    verdictLine(record, layout),
    ...(causes.length === 0 ? [] : ['', ...named(record, causes, layout)]),
    '',
    ...exercised(record, layout),
    ...spent(record, layout),
    ...(causes.length === 0 ? [] : next(causes, layout)),
  ]
}

/** The verdict, the target, and how much was exercised. Continuation lines on a narrow terminal are indented. */
export function verdictLine(record: RunRecord, { paint, width }: Layout): string {
  const colour = { passed: paint.green, failed: paint.red, incomplete: paint.yellow, error: paint.red }[
    record.verdict
  ]
  const sign = record.verdict === 'passed' ? '✓' : '✗'
  const verdict = `${sign} ${record.verdict.toUpperCase()}`
  const lines = wrap(visible(verdictWords(record)), Math.max(width - verdict.length - 2, 40))
  return `${colour(paint.bold(verdict))}  ${lines.join(`\n${' '.repeat(verdict.length + 2)}`)}`
}

function verdictWords(record: RunRecord): string {
  const target = targetOf(record)
  const code = `exit code ${record.exitCode}`
  const { by } = totalsOf(record.requirements, dayOf(record))
  const excused = by['known-failure'] === 0 ? '' : `, ${count(by['known-failure'], 'known failure')}`
  if (record.verdict === 'error')
    return record.problem === undefined
      ? `${explainExitCode(record)}, ${target}`
      : `${record.problem.replace(/\.$/, '')}, ${target} (${code}: ${record.judgements === 0 ? 'nothing could be judged' : 'the run could not be completed'})`
  if (record.verdict === 'failed') {
    const { exercised: done, applicable } = exercisedOf(record)
    return `${headlineOf(record)}, ${target} (${code}); ${done} of ${applicable} exercised`
  }
  const strict = record.verdict === 'incomplete' ? ': --strict asks for all' : ''
  return `${exercisedLine(record)}${excused}, ${target} (${code}${strict})`
}

function named(record: RunRecord, causes: readonly Cause[], layout: Layout): string[] {
  const { paint, verbose, width } = layout
  const shown = verbose || causes.length <= NAMED_CAUSES ? causes : causes.slice(0, FIRST_CAUSES)
  const rest = causes.slice(shown.length)
  const column = Math.max(...shown.map(({ row }) => row.id.length)) + 4
  const room = Math.max(width - column, 30)
  const { textLines, seenLines, showsMore, showsExpected } = roomFor(verbose ? 1 : causes.length)
  const isDigest = rest.length > 0
  const digest = digestOf(record, causes).map((line) => `  ${paint.yellow('›')} ${clipped(line, width - 4)}`)
  return [
    ...shown.flatMap((cause) => {
      const expected = showsExpected ? expectedOf(cause) : undefined
      const under = isDigest
        ? []
        : [
            ...fitted(`${placesOf(cause)}: ${receivedOf(cause)}`, room, seenLines),
            ...(expected === undefined ? [] : [clipped(`expected: ${expected}`, room)]),
            ...(cause.consequences.length === 0 || !showsMore ? [] : [clipped(followersOf(cause), room)]),
          ]
      return [...fitted(cause.row.text, room, textLines), ...under.map(paint.dim)].map(
        (line, index) =>
          (index === 0 ? `  ${paint.red(paint.bold(cause.row.id.padEnd(column - 2)))}` : ' '.repeat(column)) +
          line,
      )
    }),
    ...(rest.length === 0
      ? []
      : [
          `  ${clipped(`… and ${rest.length} more: ${rest.map(({ row }) => row.id).join(', ')}`, width - 2)}`,
        ]),
    ...(digest.length === 0 ? [] : ['', ...digest]),
  ]
}

/** The consequences of a cause: `from it follow THING-02, THING-03`. */
function followersOf({ consequences }: Cause): string {
  const ids = consequences.map(({ id }) => id).join(', ')
  return `from it ${consequences.length === 1 ? 'follows' : 'follow'} ${ids}`
}

/** The most reasons listed if nothing is violated; otherwise one. */
const REASONS = 4

function exercised(record: RunRecord, layout: Layout): string[] {
  const { exercised: done, applicable, missing } = exercisedOf(record)
  if (applicable === 0) return []
  const room = layout.width - 12
  const [first, ...more] = missing
  const reasons =
    record.verdict === 'failed' && first !== undefined && more.length > 0
      ? [`${applicable - done} not exercised; ${first.ids.length} of them: ${first.reason}`]
      : missing.slice(0, REASONS).map(({ reason, ids }) => `${ids.length}: ${reason}`)
  const others =
    record.verdict === 'failed' ? 0 : missing.slice(REASONS).reduce((sum, { ids }) => sum + ids.length, 0)
  const held = record.requirements.filter(
    (row) => row.strength !== 'open' && outcomeOf(row, dayOf(record)) === 'passed',
  ).length
  const some = held === done ? '; all of them hold' : `; ${held} ${held === 1 ? 'holds' : 'hold'}`
  const hold = done === 0 ? '' : some
  return [
    ...labelled('exercised', `${done} of ${count(applicable, 'requirement')}${hold}`, layout),
    ...reasons.flatMap((reason, index) =>
      labelled(index === 0 ? 'the rest' : '', clipped(reason, room), layout),
    ),
    ...(others === 0 ? [] : labelled('', `${others} for other reasons (--verbose)`, layout)),
    ...sinceLine(record, layout),
    ...openLine(record, layout),
  ]
}

function sinceLine({ since }: RunRecord, layout: Layout): string[] {
  if (since === undefined || (since.broke.length === 0 && since.mended.length === 0)) return []
  const room = layout.width - 12
  return [
    ...(since.broke.length === 0 ? [] : labelled('broke', idList(since.broke, room), layout)),
    ...(since.mended.length === 0 ? [] : labelled('mended', idList(since.mended, room), layout)),
  ]
}

function openLine(record: RunRecord, layout: Layout): string[] {
  const changed = record.observations.filter(({ previous }) => previous !== undefined).length
  if (changed === 0) return []
  const points = openPoints(record).length
  return labelled('changed', `${changed} of ${points} open points since the last run (--verbose)`, layout)
}

/** The cost of the run, what it left on the target, and what is needed to repeat it. */
function spent(record: RunRecord, layout: Layout): string[] {
  const main = record.requests.byKey.main ?? 0
  const keys = layout.verbose ? spentByKey(record) : `${main} of them on the key under test`
  const target = record.target.embedded ? 'the embedded reference service' : record.target.baseUrl
  return [
    ...labelled('target', `${target}, profile ${record.profile}, seed ${record.seed}`, layout),
    ...labelled(
      'spent',
      `${count(record.requests.total, 'request')}${main === record.requests.total ? '' : ` (${keys})`}${unanswered(record)}, ${duration(record.durationMs)}`,
      layout,
    ),
    ...labelled('left', leftBehind(record), layout),
    ...record.settings.warnings.flatMap((warning) =>
      labelled('warning', warning, { ...layout, paint: { ...layout.paint, dim: layout.paint.yellow } }),
    ),
  ]
}

function unanswered({ requests: { unanswered: lost = 0 } }: RunRecord): string {
  return lost === 0 ? '' : `, ${lost} of them never answered`
}

function next([first]: readonly Cause[], layout: Layout): string[] {
  if (first === undefined) return []
  return [
    ...(first.row.own === true
      ? []
      : labelled('explain', `npx chat-agent-conformance explain ${first.row.id}`, layout)),
    ...labelled('again', 'the same command with --last-failed', layout),
  ]
}
