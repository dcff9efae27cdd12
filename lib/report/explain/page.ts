import type { Html, Piece } from '../html/html.ts'
import { adviceOf, commandsOf, type Explanation, priceOf, tagsOf } from './explanation.ts'
import { html, prose, trusted } from '../html/html.ts'
import { THEME } from '../html/styles.ts'
import { endpointName, specificationLine } from '../wording.ts'
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
summary{cursor:pointer;padding:4px 0;font-weight:600}
table{border-collapse:collapse;width:100%;font-size:15px}
td{border-top:1px solid var(--line);padding:7px 10px 7px 0;vertical-align:top}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
`.replaceAll('\n', '')

/** The permanent file name of a requirement's page. */
export function pageOf(id: string): string {
  return `${id}.html`
}

/** The page of one requirement, self-contained: it loads no other file and sends no request. `up` is a link back. */
export function renderExplanationPage(
  explanation: Explanation,
  up?: { readonly href: string; readonly text: string },
): string {
  const { requirement, topic, mistakes, freedoms } = explanation
  const { id, text, endpoint, excluded } = requirement
  const { matters, fixes } = adviceOf(explanation)
  const content = html`${up !== undefined && html`<nav><a href="${up.href}">${up.text}</a></nav>`}
    <h1>${id}</h1>
    <p class="req">${prose(text)}</p>
    <p>
      ${[...tagsOf(explanation), endpointName(endpoint)].map((tag) => html`<span class="tag">${tag}</span>`)}
    </p>
    ${section('Where it is stated', html`<p>${prose(specificationLine(requirement))} Topic: ${topic}.</p>`)}
    ${matters !== '' && section('Why it matters', html`<p>${prose(matters)}</p>`)}
    ${
      excluded === undefined
        ? section('How it is judged', judged(explanation))
        : section('Why it is not judged', html`<p>${excluded}</p>`)
    }
    ${fixes.length > 0 && section('Common causes, and how to fix them', list(fixes.map((fix) => prose(fix))))}
    ${mistakes.length > 0 && section('Mistakes that break it', mistakesList(explanation))}
    ${freedoms.length > 0 && section('Freedoms nearby: none of these is a violation', folded(freedoms.map(({ why }) => why)))}
    ${section('See it', html`<pre>${commandsOf(explanation).join('\n')}</pre>`)}`
  return page(`${id}: ${text}`, content)
}

/** The list of all requirements, by topic, with a link to the page of each. */
export function renderExplanationIndex(explanations: readonly Explanation[]): string {
  const topics = [...new Set(explanations.map(({ topic }) => topic))]
  const content = html`<h1>chat-agent-conformance</h1>
    <p class="req">Every requirement, explained</p>
    <p class="mut">
      ${count(explanations.length, 'requirement')}: what is required, how it is judged, what breaks it, and
      how to fix it.
    </p>
    ${topics.map((topic) =>
      section(
        topic,
        html`<table>
          ${explanations
            .filter((one) => one.topic === topic)
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
  return page('Requirements, explained', content)
}

function page(title: string, content: Html): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${trusted(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${trusted(`<style>${STYLES}</style>`)}
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html> `.toString()
}

function section(title: string, content: Piece): Html {
  return html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`
}

function list(items: readonly Piece[]): Html {
  return html`<ul>
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`
}

/** The most items shown; the rest is folded. */
const IN_SIGHT = 6

function folded(items: readonly Piece[]): Html {
  const rest = items.slice(IN_SIGHT)
  return html`${list(items.slice(0, IN_SIGHT))}${
    rest.length > 0 &&
    html`<details>
      <summary>${rest.length} more</summary>
      ${list(rest)}
    </details>`
  }`
}

function mistakesList({ mistakes }: Explanation): Html {
  return folded(
    mistakes.map(({ mutant, how }) => html`${prose(how)} <span class="mut"><code>${mutant}</code></span>`),
  )
}

function judged({ cases, requirement: { strength, own } }: Explanation): Html {
  const observed = strength === 'open' && html`<p>It is observed only: whatever is found, it never fails.</p>`
  if (cases.length === 0 && own === true) return html`<p>By no case of the own suite.</p>`
  if (cases.length === 0)
    return html`<p>On every answer of a run, whichever case asked for it; it costs no request.</p>
      ${observed}`
  return html`${list(
    cases.map(
      ({ title, cost, needs, profile }) =>
        html`${title}
          <span class="mut"
            >${priceOf(cost)}${profile !== 'standard' && `, profile ${profile}`}${needs.map((need) => html`; needs ${need}`)}</span
          >`,
    ),
  )}${observed}`
}
