import type { Layout } from './layout.ts'
import type { RunView } from '../view/view.ts'
import { type Cause, NAMED_CAUSES } from '../view/causes.ts'
import { count, visible } from '../../util/text.ts'
import { spentByKey } from '../wording.ts'
import { clipped, command, fitted, idList, LABEL_COLUMNS, labelled, wrap } from './layout.ts'

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
export function summary(view: RunView, layout: Layout): string[] {
  return [
    verdictLine(view, layout),
    ...(view.causes.length === 0 ? [] : ['', ...named(view, layout)]),
    '',
    ...exercised(view, layout),
    ...spent(view, layout),
    ...next(view, layout),
  ]
}

/** The verdict, the target, and how much was exercised. Continuation lines on a narrow terminal are indented. */
export function verdictLine(view: RunView, { paint, width }: Layout): string {
  const { verdict: word } = view.record
  const colour = { passed: paint.green, failed: paint.red, incomplete: paint.yellow, error: paint.red }[word]
  const verdict = `${word === 'passed' ? '✓' : '✗'} ${word.toUpperCase()}`
  const lines = wrap(visible(verdictWords(view)), Math.max(width - verdict.length - 2, 20))
  return `${colour(paint.bold(verdict))}  ${lines.join(`\n${' '.repeat(verdict.length + 2)}`)}`
}

function verdictWords({ record, headline, target, totals, coverage }: RunView): string {
  const { exercised: done, applicable, needs } = coverage
  const code = `exit code ${record.exitCode}`
  switch (record.verdict) {
    case 'error': {
      const what = record.judgements === 0 ? 'nothing could be judged' : 'the run could not be completed'
      return `${headline}, ${target} (${code}: ${what})`
    }
    case 'failed':
      return `${headline}, ${target} (${code}); ${done} of ${applicable} exercised`
    default: {
      const rest = applicable - done
      const options = needs.length === 0 ? '' : ` (${needs.join(', ')})`
      const missing = rest === 0 ? '' : `; ${rest} not exercised${options}`
      const known = totals.by['known-failure']
      const excused = known === 0 ? '' : `, ${count(known, 'known failure')}`
      const strict = record.verdict === 'incomplete' ? ': --strict asks for all' : ''
      return `${done} of ${applicable}${missing}${excused}, ${target} (${code}${strict})`
    }
  }
}

function named({ causes, digest }: RunView, { paint, verbose, width }: Layout): string[] {
  const shown = verbose || causes.length <= NAMED_CAUSES ? causes : causes.slice(0, FIRST_CAUSES)
  const rest = causes.slice(shown.length).map(({ id }) => id)
  const column = Math.max(...shown.map(({ id }) => id.length)) + 4
  const room = Math.max(width - column, 20)
  const { textLines, seenLines, showsMore, showsExpected } = roomFor(verbose ? 1 : causes.length)
  const under = (cause: Cause): string[] => [
    ...fitted(`${cause.where}: ${cause.seen}`, room, seenLines),
    ...(cause.expected === undefined || !showsExpected ? [] : [clipped(`expected: ${cause.expected}`, room)]),
    ...(cause.consequences.length === 0 || !showsMore ? [] : [clipped(followersOf(cause), room)]),
  ]
  return [
    ...shown.flatMap((cause) =>
      [
        ...fitted(cause.result.text, room, textLines),
        ...(rest.length > 0 ? [] : under(cause)).map(paint.dim),
      ].map(
        (line, index) =>
          (index === 0 ? `  ${paint.red(paint.bold(cause.id.padEnd(column - 2)))}` : ' '.repeat(column)) +
          line,
      ),
    ),
    ...(rest.length === 0
      ? []
      : [`  ${clipped(`… and ${rest.length} more: ${rest.join(', ')}`, width - 2)}`]),
    ...(digest.length === 0
      ? []
      : ['', ...digest.map((line) => `  ${paint.yellow('›')} ${clipped(line, width - 4)}`)]),
  ]
}

/** The consequences of a cause: `THING-02, THING-03 follow from it`. */
function followersOf({ consequences }: Cause): string {
  const ids = consequences.map(({ id }) => id).join(', ')
  return `${ids} ${consequences.length === 1 ? 'follows' : 'follow'} from it`
}

/** The most reasons listed if nothing is violated; otherwise one. */
const REASONS = 4

function exercised({ record, coverage }: RunView, layout: Layout): string[] {
  const { exercised: done, applicable, holding, unjudged } = coverage
  if (applicable === 0) return []
  const missing = unjudged.filter(({ outcome }) => outcome !== 'disabled')
  const isFailed = record.verdict === 'failed'
  const [first] = missing
  const reasons =
    isFailed && first !== undefined && missing.length > 1
      ? [`${applicable - done} not exercised; ${first.ids.length} of them: ${first.reason}`]
      : missing.slice(0, REASONS).map(({ reason, ids }) => `${ids.length}: ${reason}`)
  const others = isFailed ? 0 : missing.slice(REASONS).reduce((sum, { ids }) => sum + ids.length, 0)
  const some = holding === done ? '; all of them hold' : `; ${holding} ${holding === 1 ? 'holds' : 'hold'}`
  return [
    ...labelled(
      'exercised',
      `${done} of ${count(applicable, 'requirement')}${done === 0 ? '' : some}`,
      layout,
    ),
    ...reasons.flatMap((reason, index) =>
      labelled(index === 0 ? 'the rest' : '', clipped(reason, layout.width - LABEL_COLUMNS), layout),
    ),
    ...(others === 0 ? [] : labelled('', `${others} for other reasons (--verbose)`, layout)),
    ...since(record, layout),
  ]
}

/** What changed since the previous run in the folder. */
function since({ since: earlier, observations, requirements }: RunView['record'], layout: Layout): string[] {
  const room = layout.width - LABEL_COLUMNS
  const list = (label: string, ids: readonly string[] = []): string[] =>
    ids.length === 0 ? [] : labelled(label, `${ids.length}: ${idList(ids, room - 5)}`, layout)
  const changed = observations.filter(({ previous }) => previous !== undefined).length
  const points = requirements.filter(({ strength }) => strength === 'open').length
  return [
    ...list('broke', earlier?.broke),
    ...list('fixed', earlier?.mended),
    ...(earlier?.notJudged === undefined || earlier.notJudged.length === 0
      ? []
      : labelled(
          'unjudged',
          `${earlier.notJudged.length} this time that were judged in the last run`,
          layout,
        )),
    ...(changed === 0
      ? []
      : labelled('changed', `${changed} of ${points} open points since the last run (--verbose)`, layout)),
  ]
}

/** The cost of the run, what it left behind, and what is needed to repeat it. */
function spent(view: RunView, layout: Layout): string[] {
  const { record, target } = view
  return [
    ...labelled('target', `${target}, profile ${record.profile}, seed ${record.seed}`, layout),
    ...labelled('spent', view.spent, layout),
    ...(layout.verbose ? labelled('by key', spentByKey(record), layout) : []),
    ...labelled('left', view.left === 'nothing' ? 'nothing' : `behind: ${view.left}`, layout),
    ...record.settings.warnings.flatMap((warning) =>
      labelled('warning', warning, { ...layout, paint: { ...layout.paint, dim: layout.paint.yellow } }),
    ),
  ]
}

function next({ next: { explain, again, update } }: RunView, layout: Layout): string[] {
  return [
    ...(explain === undefined ? [] : command('start', explain, layout)),
    ...(again === undefined ? [] : command('again', again, layout)),
    ...(update === undefined ? [] : command('update', update, layout)),
  ]
}
