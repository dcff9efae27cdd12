import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunRecord } from '../record.ts'
import { replayCommand } from '../view/commands.ts'
import { makeFolders } from '../folder.ts'
import type { Html, Piece } from '../html/html.ts'
import { type Explanation, type Section, sectionsOf, tagsOf } from './explanation.ts'
import { bodyHtml, html, htmlDocument, proseHtml } from '../html/html.ts'
import { FRAME, THEME } from '../html/styles.ts'

/** Beside what it shares with the page of a run. */
const STYLES = `${THEME}${FRAME}
main{max-width:760px}
nav a,h1{display:block;margin-bottom:10px}
h1{font:600 17px var(--mono);color:var(--muted)}
h2{margin:26px 0 8px}
p{margin:6px 0}
.req{font-size:23px;line-height:1.35;font-weight:650;text-wrap:pretty}
main ul{padding-left:20px;list-style:disc}
li{margin:5px 0}
main li:only-child{list-style:none;margin-left:-20px}
.mut{font-size:14px}
.tag{border:1px solid var(--line);border-radius:99px;padding:1px 10px;margin-right:6px;font-size:13.5px;background:var(--surface)}
`

/** The permanent file name of a requirement's page. */
export function pageOf(id: string): string {
  return `${id}.html`
}

/**
 * The page of one requirement, self-contained: it loads no other file and sends no request.
 * @param replay - the command that verifies it again on the target of the report
 */
export function renderExplanationPage(explanation: Explanation, replay: string): string {
  const { id, text } = explanation.requirement
  const content = html`<nav><a href="../index.html">Report of the run</a></nav>
    <h1>${id}</h1>
    <p class="req">${proseHtml(text)}</p>
    <p>${tagsOf(explanation).map((tag) => html`<span class="tag">${tag}</span>`)}</p>
    ${sectionsOf(explanation, replay).map(sectionHtml)}`
  return htmlDocument(`${id}: ${text}`, STYLES, '', html`<main>${content}</main>`)
}

function section(title: string, content: Piece): Html {
  return html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`
}

function sectionHtml({ title, items, code = [] }: Section): Html {
  return section(
    title,
    html`<ul>
        ${items.map((item) => html`<li>${proseHtml(item)}</li>`)}
      </ul>
      ${code.length > 0 && html`<pre>${bodyHtml(code)}</pre>`}`,
  )
}

/** Writes a page for each explanation into a folder beside the page of a run; the folder is created if missing. */
export async function writePages(
  explanations: readonly Explanation[],
  folder: string,
  record: RunRecord,
): Promise<void> {
  await makeFolders(folder)
  await Promise.all(
    explanations.map((one) => {
      const { id } = one.requirement
      return writeFile(join(folder, pageOf(id)), renderExplanationPage(one, replayCommand(record, id)))
    }),
  )
}
