import pc from 'picocolors'
import { visible } from '../util/text.ts'
import { endpointName } from '../report/wording.ts'
import type { Capsule } from './capsule.ts'
import type { Resent, Symptom } from './replay.ts'

/** What a replay found, and where it looked. */
export interface Replay {
  readonly capsule: Capsule
  readonly symptoms: readonly Symptom[]
  /** Present: the requests were sent again, to this address. */
  readonly resent?: Resent & { readonly baseUrl: string }
}

/** 1: the symptom is there; 0: it is gone; 2: that cannot be determined. */
export function exitCodeOf({ symptoms }: Replay): 0 | 1 | 2 {
  if (symptoms.some(({ state }) => state === 'shown' || state === 'same-answer')) return 1
  return symptoms.every(({ state }) => state === 'gone' || state === 'unanswered') &&
    symptoms.some(({ state }) => state === 'gone')
    ? 0
    : 2
}

/** A replay as text: the requirement, each finding then and now, the exchanges with their curl, and what follows. */
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
  const code = exitCodeOf(replay)
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
