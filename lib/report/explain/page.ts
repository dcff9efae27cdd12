import type { Html, Piece } from '../html/html.ts'
import { type Block, type Explanation, LISTED, sectionsOf, tagsOf } from './explanation.ts'
import { bodyHtml, html, htmlDocument, prose } from '../html/html.ts'
import { THEME } from '../html/styles.ts'
import { capital, endpointName } from '../wording.ts'
import { count } from '../../util/text.ts'

const STYLES = `${THEME}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:760px;margin:auto;padding:24px 20px 64px}
nav a{display:inline-block;padding:4px 0}
a{color:var(--link)}
h1{font-size:17px;margin:18px 0 4px;color:var(--muted);font-family:ui-monospace,Menlo,Consolas,monospace}
.req{font-size:23px;line-height:1.35;font-weight:650;margin:0 0 8px;text-wrap:pretty}
h2{font-size:17px;margin:28px 0 6px}
p{margin:6px 0}
ul{margin:6px 0;padding-left:22px}
li{margin:5px 0}
.mut{color:var(--muted);font-size:14.5px}
.tag{display:inline-block;border:1px solid var(--line);border-radius:99px;padding:1px 10px;margin-right:6px;font-size:13.5px;background:var(--surface)}
code{font:.88em ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
pre{background:var(--sunken);border:1px solid var(--line);border-radius:8px;padding:10px 12px;overflow-x:auto;font:13.5px/1.5 ui-monospace,Menlo,Consolas,monospace}
mark{background:color-mix(in srgb,var(--amber) 22%,transparent);color:inherit;font-weight:600}
summary{cursor:pointer;padding:4px 0;font-weight:600}
table{border-collapse:collapse;width:100%;font-size:15px}
input[type=search]{width:100%;box-sizing:border-box;font:inherit;padding:8px 12px;margin:14px 0;border:1px solid var(--line);border-radius:8px;background:var(--surface);color:var(--ink)}
[hidden]{display:none}
td{border-top:1px solid var(--line);padding:7px 10px 7px 0;vertical-align:top}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
`

/** The permanent file name of a requirement's page. */
export function pageOf(id: string): string {
  return `${id}.html`
}

/** The page of one requirement, self-contained: it loads no other file and sends no request. `up` is a link back. */
export function renderExplanationPage(
  explanation: Explanation,
  up?: { readonly href: string; readonly text: string },
): string {
  const { id, text } = explanation.requirement
  const content = html`${up !== undefined && html`<nav><a href="${up.href}">${up.text}</a></nav>`}
    <h1>${id}</h1>
    <p class="req">${prose(text)}</p>
    <p>${tagsOf(explanation).map((tag) => html`<span class="tag">${tag}</span>`)}</p>
    ${sectionsOf(explanation).map(({ title, blocks }) => section(title, blocks.map(shown)))}`
  return htmlDocument(`${id}: ${text}`, STYLES, '', html`<main>${content}</main>`)
}

/** The index of the pages: requirements by operation, with a search that hides what has not its words. */
export function renderExplanationIndex(explanations: readonly Explanation[]): string {
  const endpoints = new Set(explanations.map(({ requirement: { endpoint } }) => endpoint))
  const content = html`<h1>chat-agent-conformance</h1>
    <p class="req">Every requirement, explained</p>
    <p class="mut">
      ${count(explanations.length, 'requirement')}: what is required, what is right and wrong, how it is
      judged.
    </p>
    <input id="q" type="search" placeholder="Search: an id, a field, a word" aria-label="Search" hidden />
    ${[...endpoints].map((endpoint) =>
      section(
        capital(endpointName(endpoint)),
        html`<table>
          ${explanations
            .filter(({ requirement }) => requirement.endpoint === endpoint)
            .map(
              ({ requirement: { id, text } }) =>
                html`<tr>
                  <td><a href="${pageOf(id)}">${id}</a></td>
                  <td>${prose(text)}</td>
                </tr>`,
            )}
        </table>`,
      ),
    )}`
  return htmlDocument('Requirements, explained', STYLES, SEARCH, html`<main>${content}</main>`)
}

/** Without it, the index is whole, and has no field for a search. */
const SEARCH = `
const field = document.getElementById('q')
field.hidden = false
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\\s+/)
  for (const section of document.querySelectorAll('section')) {
    const rows = [...section.querySelectorAll('tr')]
    const title = section.querySelector('h2').textContent
    for (const row of rows) {
      const text = (title + ' ' + row.textContent).toLowerCase()
      row.hidden = !words.every((word) => text.includes(word))
    }
    section.hidden = rows.every((row) => row.hidden)
  }
})
`

function section(title: string, content: Piece): Html {
  return html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`
}

function shown(block: Block): Html {
  if ('text' in block) return html`<p>${prose(block.text)}</p>`
  if ('commands' in block) return html`<pre>${block.commands.join('\n')}</pre>`
  if ('exchange' in block) return html`<pre>${bodyHtml(block.exchange)}</pre>`
  const items = block.items.map(
    ({ text, note }) =>
      html`<li>${prose(text)}${note !== undefined && html` <span class="mut">${note}</span>`}</li>`,
  )
  const rest = items.slice(LISTED)
  return html`<ul>
      ${items.slice(0, LISTED)}
    </ul>
    ${
      rest.length > 0 &&
      html`<details>
        <summary>${rest.length} more</summary>
        <ul>
          ${rest}
        </ul>
      </details>`
    }`
}
