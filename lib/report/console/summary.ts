import type { Outcome } from '../outcome.ts'
import type { RunRecord } from '../record.ts'
import type { Layout } from './layout.ts'
import { visible } from '../../http/escape.ts'
import { explainExitCode } from '../exit-code.ts'
import { byReason, figures, openPoints, spentByKey } from '../groups.ts'
import { dayOf, totalsOf, withOutcome } from '../outcome.ts'
import { count, duration } from '../text.ts'
import { idList, labelled, wrap } from './layout.ts'

/** Groups of reasons that are shown unless all are asked for, so that a clean run fits one screen. */
const GROUPS = 4

/** What was not exercised and why, grouped by reason. */
export function notExercised(record: RunRecord, layout: Layout): string[] {
  const kinds: readonly (readonly [Outcome, string])[] = [
    ['error', 'Errors'],
    ['inconclusive', 'Inconclusive'],
    ['not-applicable', 'Not applicable'],
    ['disabled', 'Disabled'],
  ]
  return kinds.flatMap(([outcome, title]) => {
    const groups = byReason(record, outcome)
    if (groups.length === 0) return []
    const shown = layout.verbose ? groups : groups.slice(0, GROUPS)
    const hidden = groups.slice(shown.length).reduce((sum, { requirements }) => sum + requirements.length, 0)
    return [
      layout.paint.bold(title),
      ...shown.flatMap(({ reason, requirements }) => {
        const ids = requirements.map(({ id }) => id)
        const list = layout.verbose ? ids.join(', ') : idList(ids, Math.max(layout.width - 8, 20))
        const lines = wrap(visible(reason), Math.max(layout.width - 8, 30))
        return [
          ...lines.map((line, at) => `${at === 0 ? String(ids.length).padStart(5) : '     '}  ${line}`),
          `       ${layout.paint.dim(list)}`,
        ]
      }),
      ...(hidden > 0 ? [`       … and ${hidden} for other reasons (--verbose lists them)`] : []),
      '',
    ]
  })
}

/** Known failures, one line each. */
export function knownFailures(record: RunRecord, layout: Layout): string[] {
  const rows = withOutcome(record, 'known-failure')
  if (rows.length === 0) return []
  const lines = rows.flatMap(({ id, known }) =>
    wrap(
      visible(`${id}  ${known?.reason ?? ''}${known?.until === undefined ? '' : ` (until ${known.until})`}`),
      100,
    ),
  )
  return [layout.paint.bold('Known failures'), ...lines.map((line) => `  ${line}`), '']
}

/** What the target does on open points: a line, or all of them. */
export function observed(record: RunRecord, layout: Layout): string[] {
  const points = openPoints(record)
  const seen = points.filter(({ observations }) => observations.length > 0)
  if (points.length === 0) return []
  const line = `${seen.length} of ${points.length} observed`
  const changed = record.observations.filter(({ previous }) => previous !== undefined).length
  const news = changed === 0 ? '' : `, ${changed} changed`
  if (!layout.verbose) return labelled('open', `${line}${news} (--verbose lists them)`, layout)
  return [
    ...labelled('open', `${line}${news}`, layout),
    ...seen.flatMap(({ requirement, observations }) =>
      observations.map(({ text, previous }) => {
        const before = previous === undefined ? '' : ` (before: ${visible(previous)})`
        return `            ${layout.paint.cyan(requirement.id)} ${visible(text)}${before}`
      }),
    ),
  ]
}

/** Target, figures, what was spent and what is left on the target. */
export function spent(record: RunRecord, layout: Layout): string[] {
  const target = record.target.embedded ? 'the embedded reference service' : record.target.baseUrl
  const keys = spentByKey(record)
  const left = record.footprint.map(({ kind, resource, id }) => `${kind} ${resource} ${id}`)
  const limit = layout.verbose ? left.length : 5
  const more = left.length > limit ? `, … and ${left.length - limit} more` : ''
  const { sensitivity } = record
  return [
    ...labelled('target', target, layout),
    ...labelled('judged', figures(totalsOf(record.requirements, dayOf(record))), layout),
    ...labelled(
      'spent',
      `${count(record.requests.total, 'request')}${keys === '' ? '' : ` (${keys})`}, ${duration(record.durationMs)}, ${count(record.judgements, 'judgement')}`,
      layout,
    ),
    ...labelled(
      'left',
      left.length === 0 ? 'nothing on the target' : left.slice(0, limit).join(', ') + more,
      layout,
    ),
    ...(sensitivity === undefined
      ? []
      : labelled(
          'sensitive',
          `to ${sensitivity.caught} of ${sensitivity.seeded - sensitivity.equivalent} seeded faults`,
          layout,
        )),
    ...labelled('seed', `${record.seed}, profile ${record.profile}`, layout),
    ...record.settings.warnings.flatMap((warning) =>
      labelled('warning', warning, { ...layout, paint: { ...layout.paint, dim: layout.paint.yellow } }),
    ),
  ]
}

/** The last line: the verdict, and the exit code in words. */
export function verdictLine(record: RunRecord, { paint }: Layout): string {
  const colour = { passed: paint.green, failed: paint.red, incomplete: paint.yellow, error: paint.red }[
    record.verdict
  ]
  const sign = record.verdict === 'passed' ? '✓' : '✗'
  return `${colour(paint.bold(`${sign} ${record.verdict.toUpperCase()}`))}  ${visible(explainExitCode(record))}`
}
