import { type Html, html } from '../../report/html/html.ts'
import { capChars } from '../../report/text.ts'
import { type KillMatrix, type MutantResult, shortcomings, type Told } from '../matrix.ts'

/** What a reader sees of a mutant who points at its square. */
export function mutantDetails({ id, how, kill, profile, declared, undeclared }: MutantResult): string {
  const told = (label: string, list: readonly Told[]): string =>
    list.length === 0 ? '' : `\n${label}: ${list.map(({ requirement }) => requirement).join(', ')}`
  const end =
    kill === undefined
      ? 'survived'
      : capChars(`${kill.where}: expected ${kill.expected}, received ${kill.received}`, 240)
  const run = profile === undefined ? '' : `by a run of the ${profile} profile only: `
  return `${id}\n${how}\n${run}${end}${told('declared', declared)}${told('undeclared', undeclared)}`
}

/** A finding in one line. */
export function toldLine({ requirement, where, expected, received }: Told): Html {
  return html`<p class="told">
    <code>${requirement}</code> ${where}: expected ${capChars(expected, 200)}, received
    ${capChars(received, 200)}
  </p>`
}

/** Everything that keeps the proof from standing; nothing where it stands. */
export function problemsSection(matrix: KillMatrix): Html | undefined {
  const faults = shortcomings(matrix)
  const groups: readonly (readonly [title: string, lines: readonly Html[]])[] = [
    ['Survived', faults.survived.map(mutantLine)],
    [
      'Undeclared findings',
      faults.undeclared.map((mutant) => html`${mutantLine(mutant)} ${mutant.undeclared.map(toldLine)}`),
    ],
    [
      'Alarms on what is legitimate',
      faults.alarms.map(
        ({ id, why, alarms, problems }) =>
          html`<code>${id}</code> <span class="text">${why}</span> ${alarms.map(toldLine)}
            ${problems.map((problem) => html`<p class="told">${capChars(problem, 400)}</p>`)}`,
      ),
    ],
    [
      'Without a mutant',
      faults.withoutMutant.map(({ id, text }) => html`<code>${id}</code> <span class="text">${text}</span>`),
    ],
    [
      'Other verdicts in a repetition',
      faults.unsteady.map(
        ({ requirement, verdict, usual, repetition }) =>
          html`<code>${requirement}</code>
            <span class="text">${verdict} instead of ${usual} (${repetition})</span>`,
      ),
    ],
  ]
  const present = groups.filter(([, lines]) => lines.length > 0)
  if (present.length === 0) return undefined
  return html`<section class="o-failed">
    <h2>What is missing</h2>
    ${present.map(
      ([title, lines]) =>
        html`<details open>
          <summary>${title} <span>${lines.length}</span></summary>
          <ul class="plain">
            ${lines.map((line) => html`<li data-r>${line}</li>`)}
          </ul>
        </details>`,
    )}
  </section>`
}

function mutantLine({ id, breaks, how, problems }: MutantResult): Html {
  return html`<code>${id}</code>
    <span class="text">breaks ${breaks}: ${how} ${capChars(problems.join('; '), 300)}</span>`
}
