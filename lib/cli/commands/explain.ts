import { CLIENT_CATALOGUE } from '../../../suites/client.ts'
import { type Layout, wrap } from '../../app/report/console/layout.ts'
import { layoutFor } from '../../app/report/console/render.ts'
import { lastRecord } from '../../app/report/folder.ts'
import { type SeenViolation, violationIn } from '../../app/report/seen.ts'
import type { ShownLine } from '../../app/report/view/body.ts'
import { serveCommand } from '../../app/report/view/commands.ts'
import { endpointName, specificationLine } from '../../app/report/wording.ts'
import { explainRequirement, type Explanation } from '../../app/run/explain.ts'
import { SCOPE } from '../../app/run/scope.ts'
import { quoted } from '../../engine/util/address.ts'
import { present } from '../../engine/util/collections.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { didYouMean } from '../../engine/util/nearest.ts'
import { readableTime, shownJson, visible } from '../../engine/util/text.ts'
import { command } from '../command.ts'
import { programOf } from '../package-manager.ts'
import { widthOf } from '../host.ts'
import { jsonSetting, OUTPUT, SOURCES } from '../settings/options.ts'
import { resolveOutput } from '../settings/output.ts'

/** Explains requirements: the rule, how it is judged, and which mistakes break it. */
export const explain = command({
  name: 'explain',
  summary: 'explain a requirement: how it is judged, what breaks it',
  operands: '<id...>',
  settings: { json: jsonSetting, reports: OUTPUT.reports, color: OUTPUT.color, ...SOURCES },
  examples: ['chat-agent-conformance explain AUTH-02'],
  action: async ({ host, operands, values }) => {
    const known = new Set([...SCOPE.catalogue.rows, ...CLIENT_CATALOGUE.rows].map(({ id }) => id))
    const ids = operands.map((operand) => operand.toUpperCase())
    const unknown = ids.find((id) => !known.has(id))
    if (unknown !== undefined)
      throw new ConfigurationError(`there is no requirement ${quoted(unknown)}${didYouMean(unknown, known)}`)
    const explanations: Explanation[] = []
    // oxlint-disable-next-line no-await-in-loop -- one run after the other keeps a single service in memory
    for (const id of ids) explanations.push(await explainRequirement(id))
    const { reports, color: colour } = resolveOutput(values, host)
    const record = await lastRecord(reports)
    const seen = explanations.map(({ requirement: { id } }) => record && violationIn(record, id))
    const layout = layoutFor({ colour, width: Math.min(widthOf(host), 100) })
    const program = programOf(host.folder, host.environment)
    host.stdout.write(
      values.json === true
        ? shownJson(explanations.map((one, index) => ({ ...one, seen: seen[index] })))
        : explanations.map((one, index) => renderExplanation(one, seen[index], layout, program)).join('\n'),
    )
    return 0
  },
})

/**
 * An explanation for a terminal, ending with a newline: first what the last run saw, then the facts that hold
 * in every run.
 */
function renderExplanation(
  explanation: Explanation,
  seen: SeenViolation | undefined,
  layout: Layout,
  program: string,
): string {
  const { paint, width } = layout
  const { requirement, example, mistakes } = explanation
  const { id, text, excluded, why } = requirement
  const paragraphs = present(
    [`${paint.bold(id)}  ${tagsOf(explanation).join(' · ')}`, ...wrap(text, width)],
    ...seenParagraphs(seen, layout),
    items('Where it is stated', [specificationLine(requirement)], width),
    items('Why it matters', present(why), width),
    excluded === undefined
      ? items('How it is judged', judgedBy(explanation), width)
      : items('Why it is not judged', [excluded], width),
    section('Right: the reference service', exchangeLines(example?.right)),
    example && violationLines(example.wrong, width),
    items(
      'What breaks it',
      mistakes.map(({ mutant, how }) => `${how.replace(/\.$/, '')} (${mutant})`),
      width,
    ),
    ...commandsFor(explanation, program),
  )
  return `${paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function violationLines(
  { how, expected, received, lines }: NonNullable<Explanation['example']>['wrong'],
  width: number,
): string[] {
  return section(`Wrong: ${how}`, [
    ...item(`Expected: ${expected}`, width - 4),
    ...item(`Received: ${received}`, width - 4),
    '',
    ...exchangeLines(lines),
  ])
}

function seenParagraphs(
  seen: SeenViolation | undefined,
  { paint, width }: Pick<Layout, 'paint' | 'width'>,
): string[][] {
  if (seen === undefined) return []
  const { startedAt, target, outcome, lines, exchanges } = seen
  const title = `In the run of ${readableTime(startedAt)}, ${visible(target)}: ${visible(outcome)}`
  return [
    [
      ...wrap(paint.bold(title), width),
      ...lines.flatMap((line) => wrap(visible(line), width - 2)).map((line) => `  ${line}`),
    ],
    ...exchanges.flatMap(({ lines: shown, curl }) => [
      exchangeLines(shown).map((line) => `  ${line}`.trimEnd()),
      // Not indented, so that it can be copied.
      curl.split('\n').map((line) => visible(line)),
    ]),
  ]
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`.trimEnd())]
}

/** A titled list; nothing if it is empty. */
function items(title: string, texts: readonly string[], width: number): string[] {
  return section(
    title,
    texts.flatMap((text) => item(text, width - 4)),
  )
}

function item(text: string, width: number): string[] {
  return wrap(visible(text), width).map((line, index) => `${index === 0 ? '-' : ' '} ${line}`)
}

/** An exchange; the lines at fault have a sign in front of them. */
function exchangeLines(lines: readonly ShownLine[] = []): string[] {
  return lines.map(({ text, marked }) => `${marked ? '>' : ' '} ${text}`)
}

function tagsOf({ requirement, ofClients }: Explanation): readonly string[] {
  const { strength, severity, excluded, endpoint } = requirement
  if (excluded !== undefined) return ['excluded', endpointName(endpoint)]
  if (ofClients) return [strength, 'of clients', endpointName(endpoint)]
  return present<string>(strength, severity, endpointName(endpoint))
}

function judgedBy({ cases, requirement, ofClients }: Explanation): string[] {
  const titles = cases.map(({ title, needs, profile }) => {
    const notes = present(
      profile !== 'standard' && `profile ${profile}`,
      ...needs.map((need) => `needs ${need}`),
    )
    return notes.length === 0 ? title : `${title} (${notes.join('; ')})`
  })
  const everywhere = ofClients
    ? 'On every request of a client, by `serve` and `judge`; a run sends wrong requests on purpose, and does not judge its own.'
    : 'On every answer of a run, whichever case asked for it; it costs no request.'
  return present(
    ...(titles.length === 0 ? [everywhere] : titles),
    requirement.strength === 'open' && 'It is observed only: whatever is found, it never fails.',
  )
}

/** Commands that verify a requirement, and that show it violated. They run as pasted. */
function commandsFor(
  { requirement, cases, ofClients, mistakes: [first] }: Explanation,
  program: string,
): string[][] {
  const { id, excluded } = requirement
  if (excluded !== undefined) return []
  if (ofClients) return [section('See it', [serveCommand(undefined, 'npm test', program)])]
  const writes = cases.length > 0 && cases.every((one) => one.writes) ? ' --writes' : ''
  const verify = `${program} run ${id}${writes}`
  return present(
    section('Verify it, on the server of CONFORMANCE_BASE_URL, or else on the embedded service', [verify]),
    first && section('See it violated', [serveCommand(first.mutant, verify, program)]),
  )
}
