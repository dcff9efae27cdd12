import { CLIENT_CATALOGUE } from '../../../suites/client.ts'
import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { Requirement } from '../../engine/judge/requirement.ts'
import { SCOPE } from '../../app/run/scope.ts'
import { groupBy, present } from '../../engine/util/collections.ts'
import { count, renderTable, shownJson } from '../../engine/util/text.ts'
import { command } from '../command.ts'
import { someText } from '../settings/parsers.ts'
import { jsonSetting, SELECTION, SOURCES } from '../settings/options.ts'
import { exclusionOf, refuseUnknown } from '../../app/run/selection.ts'
import { Setting } from '../settings/setting.ts'

interface Listing {
  readonly requirements: readonly Requirement[]
  readonly cases: readonly CaseDefinition[]
  /** The specification's rules for clients, which no case verifies. */
  readonly clients: readonly Requirement[]
}

const { only, endpoint, part } = SELECTION

/** Prints the catalogue part by part, with the cases, their needs, or everything as JSON. */
export const list = command({
  name: 'list',
  summary: 'list the requirements and the cases',
  settings: {
    only,
    endpoint,
    part,
    json: jsonSetting,
    grep: new Setting(
      '--grep <text>',
      someText,
      'list only what has this text in its id, endpoint or words; letter case does not matter',
    ),
    ...SOURCES,
  },
  examples: ['chat-agent-conformance list --part 4', "chat-agent-conformance list --endpoint 'POST /leads'"],
  action: ({ host, values }) => {
    const { catalogue, cases } = SCOPE
    refuseUnknown([...catalogue.rows, ...CLIENT_CATALOGUE.rows], cases, values)
    const wanted = (values.grep ?? '').toLowerCase()
    const isWanted = (row: Requirement): boolean =>
      exclusionOf(row, values) === undefined &&
      `${row.id} ${row.endpoint} ${row.text}`.toLowerCase().includes(wanted)
    const requirements = catalogue.rows.filter(isWanted)
    const isShown = new Set(requirements.map(({ id }) => id))
    const listing: Listing = {
      requirements,
      cases: cases.filter((one) => one.requirements.some((id) => isShown.has(id))),
      clients: CLIENT_CATALOGUE.rows.filter(isWanted),
    }
    host.stdout.write(values.json === true ? shownJson(listing) : renderListing(listing))
    return Promise.resolve(0)
  },
})

function renderListing({ requirements, cases, clients }: Listing): string {
  const parts = [...groupBy(requirements, ({ part }) => part)].toSorted(([one], [other]) => one - other)
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
    ...parts.map(([part, some]) => tableOf(`Part ${part}`, some)),
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
