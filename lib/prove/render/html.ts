import { createHash } from 'node:crypto'
import { type Html, html, prose, trusted } from '../../report/html/html.ts'
import { THEME } from '../../report/html/theme.ts'
import { count, duration } from '../../report/text.ts'
import { type KillMatrix, type MutantResult, shortcomings, stands, type VariantResult } from '../matrix.ts'
import { mutantDetails, problemsSection, toldLine } from './html-problems.ts'
import { MATRIX_STYLES } from './html-styles.ts'
import { areasOf } from './summary.ts'

const STYLES = `${THEME}${MATRIX_STYLES}`.replaceAll('\n', '')

/** Filters the rows by what is typed. The page shows everything without it. */
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
            <p class="lead">
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
    </html>`.source
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

function square(mutant: MutantResult): Html {
  const kind =
    mutant.kill === undefined
      ? 'v'
      : mutant.undeclared.length > 0
        ? 'u'
        : mutant.declared.length > 0
          ? 'd'
          : 'k'
  const words = {
    v: 'survived',
    u: 'killed, undeclared findings',
    d: 'killed, declared findings',
    k: 'killed',
  }[kind]
  return html`<i
    class="sq ${kind}"
    role="img"
    aria-label="${mutant.id}: ${words}"
    title="${mutantDetails(mutant)}"
  ></i>`
}

function freedoms(matrix: KillMatrix): Html {
  const line = ({ id, part, why, alarms, problems }: VariantResult): Html =>
    html`<li data-r class="${alarms.length + problems.length > 0 ? 'o-failed' : ''}">
      <code>${id}</code> <span class="text">Part ${part}. ${prose(why)}</span> ${alarms.map(toldLine)}
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
        ${matrix.combinations.map(({ id, alarms }) => html`<li><code>${id}</code> ${alarms.map(toldLine)}</li>`)}
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
