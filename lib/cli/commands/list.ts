import { CLIENT_CATALOGUE } from '../../../suites/client.ts'
import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { Requirement } from '../../engine/judge/requirement.ts'
import { SCOPE } from '../../app/run/scope.ts'
import { groupBy, present } from '../../engine/util/collections.ts'
import { count, renderTable, shownJson } from '../../engine/util/text.ts'
import { command } from '../command.ts'
import { parts, someText } from '../settings/parsers.ts'
import { jsonSetting } from '../settings/options.ts'
import { Setting } from '../settings/setting.ts'

/** What `list` shows, and prints as JSON. */
interface Listing {
  readonly requirements: readonly Requirement[]
  readonly cases: readonly CaseDefinition[]
  /** What the specification requires of clients, which no case verifies. */
  readonly clients: readonly Requirement[]
}

/** Prints the catalogue part by part, with the cases, their needs, or everything as JSON. */
export const list = command({
  name: 'list',
  summary: 'list the requirements and the cases',
  settings: {
    grep: new Setting(
      '--grep <text>',
      someText,
      'list only what has this text in its id, endpoint or words; letter case does not matter',
    ),
    part: new Setting('--part <n...>', parts, 'list these parts of the specification only, 1 to 9'),
    json: jsonSetting,
  },
  examples: ['chat-agent-conformance list --part 4', "chat-agent-conformance list --grep 'POST /leads'"],
  action: ({ host, values: { grep = '', part, json } }) => {
    const { catalogue, cases } = SCOPE
    const isWanted = (row: Requirement): boolean =>
      part?.includes(row.part) !== false &&
      `${row.id} ${row.endpoint} ${row.text}`.toLowerCase().includes(grep.toLowerCase())
    const requirements = catalogue.rows.filter(isWanted)
    const isShown = new Set(requirements.map(({ id }) => id))
    const listing: Listing = {
      requirements,
      cases: cases.filter((one) => one.requirements.some((id) => isShown.has(id))),
      clients: CLIENT_CATALOGUE.rows.filter(isWanted),
    }
    host.stdout.write(json === true ? shownJson(listing) : renderListing(listing))
    return Promise.resolve(0)
  },
})

/** The catalogue as text: a table for each part, one for clients, then the cases. */
function renderListing({ requirements, cases, clients }: Listing): string {
  const byPart = [...groupBy(requirements, ({ part }) => part)].toSorted(([one], [other]) => one - other)
  const rows = cases.map(({ id, requirements: verified, needs }) => [
    id,
    needs.join(', ') || '-',
    verified.join(', '),
  ])
  const figures = [
    count(requirements.length, 'requirement'),
    `${clients.length} on clients`,
    count(cases.length, 'case'),
  ]
  return present(
    ...byPart.map(([part, some]) => tableOf(`Part ${part}`, some)),
    clients.length > 0 && tableOf('Clients: `serve` and `judge` judge these', clients),
    rows.length > 0 && `Cases\n${renderTable(['id', 'needs', 'requirements'], rows)}`,
    `${figures.join(', ')}\n`,
  ).join('\n')
}

function tableOf(title: string, some: readonly Requirement[]): string {
  const rows = some.map(({ id, strength, endpoint, source, text, because, excluded }) => [
    id,
    excluded === undefined ? strength : 'excluded',
    endpoint,
    present(source.section !== '' && source.section !== endpoint && source.section, source.item).join(': '),
    present(text, excluded && `[${excluded}]`, because && `[${because}]`).join(' '),
  ])
  return `${title}\n${renderTable(['id', 'strength', 'endpoint', 'source', 'requirement'], rows)}`
}
