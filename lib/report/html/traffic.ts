import { countsInWords } from '../wording.ts'
import { type Html, html, prose } from './html.ts'
import { exchangeLink, folded, type Page, section, sign } from './page.ts'
import { count } from '../../util/text.ts'

/** The requirements on clients that their traffic violated. */
export function clientsSection({ record: { clients = [] } }: Page): Html | undefined {
  const failed = clients.filter(({ verdict }) => verdict === 'failed')
  if (clients.length === 0) return undefined
  const held = clients.filter(({ verdict }) => verdict === 'passed').length
  const items = failed.map(
    ({ id, text, findings }) =>
      html`<li>
        ${sign('failed')}
        <div>
          <p><b>${id}</b> ${prose(text)}</p>
          ${findings.map(
            ({ where, received, exchanges, count: times }) =>
              html`<p>
                <code>${where}</code>, ${exchanges.map((one) => html`${exchangeLink({ id: one })} `)}(${times}
                times):
                <b>${prose(received)}</b>
              </p>`,
          )}
        </div>
      </li>`,
  )
  return section(
    'clients',
    'What is asked of clients',
    failed.length,
    html`<p class="mut">
        ${held} requirements on clients held in this traffic, ${failed.length} were violated.
      </p>
      <ul class="reasons">
        ${items}
      </ul>`,
  )
}

/** What each operation was asked, and answered, by clients. */
export function trafficSection({ record: { traffic = [] } }: Page): Html | undefined {
  const used = traffic.filter(({ exchanges }) => exchanges > 0)
  if (used.length === 0) return undefined
  const rows = used.map(
    ({ operation, exchanges, statuses, parameters, fields }) =>
      html`<tr>
        <td><code>${operation}</code></td>
        <td>${exchanges}</td>
        <td>${countsInWords(statuses)}</td>
        <td>${countsInWords(parameters)}</td>
        <td>${countsInWords(fields)}</td>
      </tr>`,
  )
  const table = html`<table>
    <thead>
      <tr>
        <th>Operation</th>
        <th>Exchanges</th>
        <th>Statuses</th>
        <th>Parameters</th>
        <th>Body fields</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
  return section('traffic', 'What was asked', '', folded(`Show ${count(used.length, 'operation')}`, table))
}
