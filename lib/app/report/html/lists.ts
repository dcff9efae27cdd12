import { type Html, html, proseHtml } from './html.ts'
import { exchangeLinks, folded, idLinks, type PageView, section, sign } from './page.ts'
import type { Item, List } from '../view/lists.ts'
import { FEW } from '../../../engine/util/bounds.ts'
import { count, duration, readableTime } from '../../../engine/util/text.ts'

/** A list with its heading: its first few entries, and the rest folded. */
export function listSection({ id, title, figure, meaning, items, kind }: List, page: PageView): Html {
  const entries = items.map((item) => entry(item, page))
  const inSight = kind === 'details' ? 0 : FEW
  const rest = entries.slice(inSight)
  const summary = inSight === 0 ? `Show ${count(rest.length, 'entry', 'entries')}` : `${rest.length} more`
  return section(
    id,
    title,
    figure,
    html`${meaning !== undefined && html`<p class="mut">${meaning}</p>`}
      <ul class="list">
        ${entries.slice(0, inSight)}
      </ul>
      ${
        rest.length > 0 &&
        folded(
          summary,
          html`<ul class="list">
            ${rest}
          </ul>`,
        )
      }`,
  )
}

function entry({ outcome, id, text, ids = [], seen = [] }: Item, page: PageView): Html {
  return html`<li ${id !== undefined && html` id="${id}"`}>
    ${outcome !== undefined && sign(outcome)}
    <div>
      <p>${id !== undefined && html`<a class="id" href="#${id}">${id}</a> `}${proseHtml(text)}</p>
      ${ids.length > 0 && html`<p class="ids">${idLinks(ids)}</p>`}${seen.map(
        (one) =>
          html`<p class="seen">
            ${proseHtml(one.text)} ${exchangeLinks(page, (one.exchanges ?? []).slice(0, FEW))}
          </p>`,
      )}
    </div>
  </li>`
}

/**
 * The settings of the run as run.json has them; warnings and known failures have places of their own. Those of a run that
 * was refused are not known.
 */
export function runSection({ record }: PageView): Html {
  const { startedAt, durationMs, profile, seed, tool, target, api, settings } = record
  const { warnings: _told, knownFailures: _listed, ...others } = settings
  const pairs = {
    started: readableTime(startedAt),
    took: duration(durationMs),
    profile,
    seed,
    target: target.name,
    build: target.version,
    tool: `${tool.name} ${tool.version}`,
    'digest of the rules': api.digests.rules,
    'digest of the contract': api.digests.contract,
    ...(record.judgements === 0 ? {} : others),
  }
  const given = Object.entries(pairs).filter(([, value]) => value !== undefined)
  const items = given.map(
    ([name, value]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${typeof value === 'string' ? value : JSON.stringify(value)}</dd>
      </div>`,
  )
  return section('run', 'This run', '', html`<dl class="pairs">${items}</dl>`)
}
