import { createHash } from 'node:crypto'
import { type Html, html, prose, trusted } from '../../report/html/html.ts'
import { THEME } from '../../report/html/styles.ts'
import { capChars, count, duration } from '../../util/text.ts'
import {
  type KillMatrix,
  type MutantResult,
  shortcomings,
  stands,
  type ShownFinding,
  type VariantResult,
} from '../matrix.ts'
import { areasOf } from './console.ts'

/** Styles of the kill matrix page. Squares differ in shape and border, not only in colour. */
const MATRIX_STYLES = `
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:1200px;margin:auto;padding:24px}
header{background:var(--surface);border:1px solid var(--line);border-left:6px solid var(--c);border-radius:12px;padding:20px 24px}
h1{margin:0;font-size:32px;letter-spacing:-.02em;color:var(--c)}
h2{font-size:20px;margin:0 0 10px}
h3{font-size:14px;margin:0 0 4px}
h3 span,summary span{font-weight:400;color:var(--muted)}
.intro{margin:4px 0 12px;color:var(--muted);max-width:75ch}
section{margin-top:32px}
code{font:13px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.figures{display:flex;flex-wrap:wrap;gap:6px 28px;list-style:none;margin:0;padding:0;font-size:14px}
.figures b{font-size:20px;font-variant-numeric:tabular-nums}
.figures .o-failed b{color:var(--c)}
.area{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:10px 14px;margin-bottom:10px}
.row{display:grid;grid-template-columns:190px minmax(0,1fr) minmax(0,320px);gap:2px 14px;padding:3px 0;align-items:baseline;border-top:1px solid var(--sunken)}
.row.bare{background:color-mix(in srgb,var(--red) 10%,var(--surface))}
.text{color:var(--muted);font-size:13.5px}
.cells{display:flex;flex-wrap:wrap;gap:3px}
.sq{display:inline-block;width:13px;height:13px;border-radius:3px;border:1px solid var(--green);background:var(--green);vertical-align:-1px}
.sq.d{background:color-mix(in srgb,var(--green) 35%,var(--surface))}
.sq.u{border-color:var(--amber);background:linear-gradient(135deg,var(--green) 50%,var(--amber) 50%)}
.sq.v{border:2px solid var(--red);background:transparent;border-radius:50%}
.key{color:var(--muted);font-size:13.5px}
.key .sq{margin-left:12px}
.key .sq:first-child{margin-left:0}
input{font:inherit;font-size:14px;color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:6px 11px;min-width:280px}
details{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:8px 14px;margin-bottom:10px}
summary{cursor:pointer;font-weight:600}
.plain{list-style:none;margin:8px 0 0;padding:0}
.plain li{padding:4px 0;border-top:1px solid var(--sunken)}
.plain .o-failed>code,.note code{color:var(--red)}
.note{margin:2px 0 2px 16px;font-size:13.5px;overflow-wrap:anywhere}
footer{margin-top:32px;color:var(--muted);font-size:13.5px}
@media (max-width:760px){main{padding:14px}.row{grid-template-columns:minmax(0,1fr)}input{min-width:0;width:100%}}
`

const STYLES = `${THEME}${MATRIX_STYLES}`.replaceAll('\n', '')

/** Filters the rows by the text in the search field. Without this script the page shows all rows. */
const SCRIPT = `'use strict'
const field = document.getElementById('q')
field.closest('p').hidden = false
const rows = [...document.querySelectorAll('[data-r]')].map((node) => ({ node, text: node.textContent.toLowerCase() + ' ' + [...node.querySelectorAll('[title]')].map((one) => one.title).join(' ').toLowerCase() }))
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean)
  for (const { node, text } of rows) node.hidden = !words.every((word) => text.includes(word))
  for (const area of document.querySelectorAll('[data-area]')) area.hidden = !area.querySelector('[data-r]:not([hidden])')
})
`
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'; base-uri 'none'; form-action 'none'`

/** The kill matrix as one self-contained page: a row for each requirement, a square for each mutant that breaks it. */
export function renderMatrixPage(matrix: KillMatrix): string {
  const good = stands(matrix)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <title>Kill matrix: ${good ? 'the proof stands' : 'the proof does not stand'}</title>
        <style>
          ${trusted(STYLES)}
        </style>
      </head>
      <body>
        <main>
          <header class="${good ? 'o-passed' : 'o-failed'}">
            <h1>${good ? 'The proof stands' : 'The proof does not stand'}</h1>
            <p class="intro">
              Every seeded fault is to be found by the requirement that it breaks, and no freedom that the
              specification grants is to raise an alarm.
            </p>
            ${figures(matrix)}
          </header>
          ${problemsSection(matrix)} ${grid(matrix)} ${freedoms(matrix)} ${nulls(matrix)}
          <footer>Seed ${matrix.seed}, ${duration(matrix.durationMs)}.</footer>
        </main>
        ${trusted(`<script>${SCRIPT}</script>`)}
      </body>
    </html>`.toString()
}

function figures(matrix: KillMatrix): Html {
  const faults = shortcomings(matrix)
  const figure = (value: string | number, label: string, bad = false): Html =>
    html`<li class="${bad ? 'o-failed' : ''}"><b>${value}</b> ${label}</li>`
  return html`<ul class="figures">
    ${figure(`${matrix.mutants.length - faults.survived.length} of ${matrix.mutants.length}`, 'mutants killed', faults.survived.length > 0)}
    ${figure(faults.fullOnly.length, 'of them by a run of the full profile only')}
    ${figure(faults.undeclared.length, 'with undeclared findings', faults.undeclared.length > 0)}
    ${figure(`${matrix.requirements.length - faults.withoutMutant.length} of ${matrix.requirements.length}`, 'requirements with a mutant', faults.withoutMutant.length > 0)}
    ${figure(matrix.requirements.filter(({ alone }) => alone).length, 'with one that violates nothing else')}
    ${figure(faults.alarms.length, `alarms on ${matrix.variants.length} variants and ${matrix.combinations.length} combinations`, faults.alarms.length > 0)}
    ${figure(faults.hiding.length, `of ${matrix.pairs.length} pairs and triples in which one fault hides another`, faults.hiding.length > 0)}
    ${matrix.determinism && figure(faults.unsteady.length, `other verdicts in ${count(matrix.determinism.repetitions, 'repetition')}`, faults.unsteady.length > 0)}
  </ul>`
}

function grid(matrix: KillMatrix): Html {
  const byId = new Map(matrix.mutants.map((mutant) => [mutant.id, mutant]))
  const cell = (id: string): Html | undefined => {
    const mutant = byId.get(id)
    return mutant && square(mutant)
  }
  return html`<section>
    <h2>Requirements and their mutants</h2>
    <p class="key">
      <i class="sq k"></i> killed, nothing else violated <i class="sq d"></i> killed, with findings that it
      declares <i class="sq u"></i> killed, with undeclared findings <i class="sq v"></i> survived
    </p>
    <p hidden>
      <label>Filter <input id="q" type="search" placeholder="id, text or mutant" /></label>
    </p>
    ${areasOf(matrix).map(
      (area) =>
        html`<div class="area" data-area>
          <h3>${area.name} <span>${count(area.killed + area.survived, 'mutant')}</span></h3>
          ${area.rows.map(
            (row) =>
              html`<div class="row${row.killed.length === 0 ? ' bare' : ''}" data-r>
                <code>${row.id}</code>
                <span class="text">${prose(row.text)}</span>
                <span class="cells">${[...row.killed, ...row.survived].map(cell)}</span>
              </div>`,
          )}
        </div>`,
    )}
  </section>`
}

/** What became of a mutant: the class of its square, and the words. */
function fateOf({ kill, undeclared, declared }: MutantResult): readonly [style: string, words: string] {
  if (kill === undefined) return ['v', 'survived']
  if (undeclared.length > 0) return ['u', 'killed, undeclared findings']
  return declared.length > 0 ? ['d', 'killed, declared findings'] : ['k', 'killed']
}

function square(mutant: MutantResult): Html {
  const [style, words] = fateOf(mutant)
  return html`<i
    class="sq ${style}"
    role="img"
    aria-label="${mutant.id}: ${words}"
    title="${mutantDetails(mutant)}"
  ></i>`
}

function freedoms(matrix: KillMatrix): Html {
  const line = ({ id, part, why, alarms, problems }: VariantResult): Html =>
    html`<li data-r class="${alarms.length + problems.length > 0 ? 'o-failed' : ''}">
      <code>${id}</code> <span class="text">Part ${part}. ${prose(why)}</span> ${alarms.map(findingLine)}
    </li>`
  return html`<section>
    <h2>Freedoms that raise no alarm</h2>
    <details>
      <summary>${count(matrix.variants.length, 'variant')}</summary>
      <ul class="plain">
        ${matrix.variants.map(line)}
      </ul>
    </details>
    <details>
      <summary>${count(matrix.combinations.length, 'combination')}</summary>
      <ul class="plain">
        ${matrix.combinations.map(({ id, alarms }) => html`<li><code>${id}</code> ${alarms.map(findingLine)}</li>`)}
      </ul>
    </details>
  </section>`
}

function nulls(matrix: KillMatrix): Html | undefined {
  if (matrix.nulls.length === 0) return undefined
  return html`<section>
    <h2>Targets that answer everything alike</h2>
    <ul class="plain">
      ${matrix.nulls.map(
        ({ id, how, problem, failed, wronglyPassed }) =>
          html`<li class="${wronglyPassed.length > 0 ? 'o-failed' : ''}">
            <code>${id}</code>
            <span class="text">${how}: ${problem ?? `${count(failed.length, 'requirement')} violated`}</span>
            ${wronglyPassed.length > 0 && html`<p>Passed without proof: ${wronglyPassed.join(', ')}</p>`}
          </li>`,
      )}
    </ul>
  </section>`
}

/** The tooltip of a mutant's square. */
function mutantDetails({ id, how, kill, profile, declared, undeclared }: MutantResult): string {
  const lines = (label: string, list: readonly ShownFinding[]): string =>
    list.length === 0 ? '' : `\n${label}: ${list.map(({ requirement }) => requirement).join(', ')}`
  const end =
    kill === undefined
      ? 'survived'
      : capChars(`${kill.where}: expected ${kill.expected}, received ${kill.received}`, 240)
  const run = profile === undefined ? '' : `by a run of the ${profile} profile only: `
  return `${id}\n${how}\n${run}${end}${lines('declared', declared)}${lines('undeclared', undeclared)}`
}

/** A finding in one line. */
function findingLine({ requirement, where, expected, received }: ShownFinding): Html {
  return html`<p class="note">
    <code>${requirement}</code> ${where}: expected ${capChars(expected, 200)}, received
    ${capChars(received, 200)}
  </p>`
}

/** The shortcomings of the proof; nothing if it holds. */
function problemsSection(matrix: KillMatrix): Html | undefined {
  const faults = shortcomings(matrix)
  const groups: readonly (readonly [title: string, lines: readonly Html[]])[] = [
    ['Survived', faults.survived.map(mutantLine)],
    [
      'Undeclared findings',
      faults.undeclared.map((mutant) => html`${mutantLine(mutant)} ${mutant.undeclared.map(findingLine)}`),
    ],
    [
      'Alarms on what is legitimate',
      faults.alarms.map(
        ({ id, why, alarms, problems }) =>
          html`<code>${id}</code> <span class="text">${why}</span> ${alarms.map(findingLine)}
            ${problems.map((problem) => html`<p class="note">${capChars(problem, 400)}</p>`)}`,
      ),
    ],
    [
      'Faults that hide one another',
      faults.hiding.map(
        ({ id, hidden, problems }) =>
          html`<code>${id}</code>
            ${hidden.map((one) => html`<p class="note"><code>${one.requirement}</code> ${one.verdict}, and ${one.mutant} violates it alone</p>`)}
            ${problems.map((problem) => html`<p class="note">${capChars(problem, 400)}</p>`)}`,
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
