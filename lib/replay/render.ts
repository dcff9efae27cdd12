import pc from 'picocolors'
import { count, visible } from '../util/text.ts'
import { idList, wrap } from '../report/console/layout.ts'
import { endpointName } from '../report/wording.ts'
import type { HarJudgement } from './judge-har.ts'
import type { Replay, Symptom } from './replay.ts'

const WIDTH = 100

/** 1 if the recording shows a violation, otherwise 0. */
export function exitCodeOfJudgement({ violations }: HarJudgement): 0 | 1 {
  return violations.length > 0 ? 1 : 0
}

/**
 * A judgement as text: the violations, the requirements that were met, and those on which the recording has no
 * evidence.
 */
export function renderJudgement(
  judgement: HarJudgement,
  style: { readonly color: boolean; readonly verbose: boolean },
): string {
  const { baseUrl, entries, violations, held, unproven } = judgement
  const paint = pc.createColors(style.color)
  const list = (ids: readonly string[]): string[] =>
    style.verbose
      ? wrap(ids.join(', '), WIDTH - 7).map((line) => `       ${line}`)
      : [`       ${idList(ids, WIDTH - 7)}`]
  const missing = unproven.reduce((sum, { requirements }) => sum + requirements.length, 0)
  const lines = [
    ...violations.flatMap(({ requirement: row, findings }) => [
      `${paint.bold(paint.red(`✗ ${row.id}`))}  ${paint.dim(`${row.strength} · part ${row.part} · ${endpointName(row.endpoint)}`)}`,
      `  required  ${row.text}`,
      ...findings.flatMap(({ where, pointer, expected, received, exchanges, count: times }) => [
        `  where     ${visible(where)}${pointer === undefined ? '' : ` at ${visible(pointer)}`}, entry ${exchanges.join(', ')}${times > 1 ? ` (${times} times)` : ''}`,
        `  expected  ${visible(expected)}`,
        `  received  ${visible(received)}`,
      ]),
      '',
    ]),
    `${paint.bold('Shown to hold')}  ${count(held.length, 'requirement')}`,
    ...list(held.map(({ requirement: row, times }) => (style.verbose ? `${row.id} ×${times}` : row.id))),
    '',
    `${paint.bold('Not proven')}     ${count(missing, 'requirement')}: a recording shows what was asked, and no more`,
    ...unproven.flatMap(({ reason, requirements }) => [
      `${String(requirements.length).padStart(5)}  ${reason}`,
      ...list(requirements.map(({ id }) => id)),
    ]),
    '',
    `  base URL  ${visible(baseUrl)}`,
    `  judged    ${entries.judged} of ${count(entries.total, 'entry', 'entries')}; no request was sent`,
    ...(entries.without.bodies === 0
      ? []
      : [`  bodies    ${count(entries.without.bodies, 'answer')} recorded without body, or cut`]),
    ...(entries.without.headers === 0
      ? []
      : [`  headers   ${count(entries.without.headers, 'answer')} recorded without headers`]),
    ...entries.skipped.map(({ reason, entries: some }) => `  left out  ${some.length}: ${reason}`),
    '',
    violations.length > 0
      ? paint.red(`✗ ${count(violations.length, 'requirement')} violated  exit code 1`)
      : paint.green('✓ no violation in this recording  exit code 0'),
  ]
  return `${lines.join('\n')}\n`
}

/** 1 if the symptom is still there, 0 if it is gone, 2 if that cannot be determined. */
export function exitCodeOfReplay({ symptoms }: Replay): 0 | 1 | 2 {
  if (symptoms.some(({ state }) => state === 'shown' || state === 'same-answer')) return 1
  return symptoms.every(({ state }) => state === 'gone' || state === 'unanswered') &&
    symptoms.some(({ state }) => state === 'gone')
    ? 0
    : 2
}

/**
 * A replay as text: the requirement, each finding then and now, the exchanges with their curl, and the conclusion.
 */
export function renderReplay(
  replay: Replay,
  style: { readonly color: boolean; readonly verbose: boolean },
): string {
  const { capsule, symptoms, resent } = replay
  const paint = pc.createColors(style.color)
  const { id, strength, part, endpoint, text } = capsule.requirement
  const title = `${paint.bold(paint.red(`✗ ${id}`))}  ${paint.dim(visible(`${strength} · part ${part} · ${endpointName(endpoint)}`))}`
  const lines = [
    `  required  ${text}`,
    `  recorded  ${capsule.recordedAt} on ${capsule.target.embedded ? 'the embedded reference service' : capsule.target.baseUrl}, seed ${capsule.seed}`,
    ...(resent === undefined ? [] : [`  sent to   ${resent.baseUrl}`]),
    '',
    ...symptoms.flatMap((symptom) => [...symptomLines(symptom, resent !== undefined), '']),
    ...capsule.exchanges.flatMap(({ id: number, request, response, failure, curl }) => [
      `  #${number}  ${request.method} ${request.path} → ${response?.status ?? failure?.kind ?? ''}`,
      ...(style.verbose && response !== undefined ? [`  ${response.text.slice(0, 2000)}`] : []),
      curl,
      '',
    ]),
    ...(resent?.unsent ?? []).map(({ id: number, reason }) => `  #${number} was not sent again: ${reason}`),
    `  verify    ${capsule.command}`,
    '',
    conclusion(replay),
  ]
  return `${[title, ...lines.map((line) => visible(line, { keepLines: true }))].join('\n')}\n`
}

function symptomLines({ finding, state, seen }: Symptom, sent: boolean): string[] {
  const place = finding.pointer === undefined ? finding.where : `${finding.where} at ${finding.pointer}`
  const now = sent ? 'now      ' : 'judged   '
  return [
    `  where     ${place}`,
    `  expected  ${finding.expected}`,
    `  received  ${finding.received}`,
    `  ${now} ${MEANING[state](seen, sent)}`,
  ]
}

const MEANING: Readonly<Record<Symptom['state'], (seen: string, sent: boolean) => string>> = {
  shown: (seen) => `an oracle finds it again: ${seen}`,
  'same-answer': (seen, sent) =>
    sent ? `the answer is what it was: ${seen}` : `asserted by a case; the answer on file: ${seen}`,
  gone: (seen, sent) => (sent ? `another answer: ${seen}` : `this version finds nothing wrong: ${seen}`),
  unclear: (seen) => `another answer, which only the case can judge: ${seen}`,
  unanswered: (seen) => `nothing to judge: ${seen}`,
}

function conclusion(replay: Replay): string {
  const sent = replay.resent !== undefined
  const code = exitCodeOfReplay(replay)
  if (code === 2) {
    return replay.symptoms.some(({ state }) => state === 'unclear')
      ? 'Whether the symptom is gone cannot be recognised from these answers alone (exit code 2); the command above verifies the requirement itself.'
      : 'Nothing could be judged (exit code 2).'
  }
  if (code === 1) {
    return sent
      ? 'The symptom is still there (exit code 1).'
      : 'The recording shows the violation (exit code 1).'
  }
  return sent
    ? 'The symptom is gone (exit code 0); the command above verifies the requirement itself.'
    : 'The recording no longer shows a violation (exit code 0).'
}
