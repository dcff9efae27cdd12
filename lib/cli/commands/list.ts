import { listCatalogue, type Listing } from '../../run/index.ts'
import { scopeOf } from '../../run/scope.ts'
import { count, renderTable, shownJson } from '../../util/text.ts'
import { command, ownSuite } from '../command.ts'
import { someText } from '../settings/kinds.ts'
import { json, SELECTION, SOURCES } from '../settings/options.ts'
import { operationsOf, selectedIds } from '../settings/run-options.ts'
import { Setting } from '../settings/setting.ts'

type Requirement = Listing['requirements'][number]

const { only, endpoint, part, suite } = SELECTION

/** Prints the catalogue part by part, with the cases, their needs and their cost, or everything as JSON. */
export const list = command({
  name: 'list',
  summary: 'list requirements and cases, with strength, part, needs and cost',
  settings: {
    only,
    endpoint,
    part,
    suite,
    json,
    grep: new Setting(
      '--grep <text>',
      someText,
      'list only what has this text in its id, endpoint or words; letter case does not matter',
    ),
    ...SOURCES,
  },
  examples: ['chat-agent-conformance list --part 4', "chat-agent-conformance list --endpoint 'POST /leads'"],
  action: async ({ host, values, origin }) => {
    const own = ownSuite(values.suite, host)
    const ids = await selectedIds({ values, origin }, () => operationsOf(own))
    const wanted = (values.grep ?? '').toLowerCase()
    const listing = selected(
      listCatalogue(await scopeOf({ suite: own })),
      ({ id, part: of, endpoint: at, text }) =>
        (ids?.includes(id) ?? true) &&
        (values.part?.includes(of) ?? true) &&
        `${id} ${at} ${text}`.toLowerCase().includes(wanted),
    )
    host.stdout.write(values.json === true ? shownJson(listing) : renderListing(listing))
    return 0
  },
})

function selected(listing: Listing, isWanted: (requirement: Requirement) => boolean): Listing {
  const requirements = listing.requirements.filter(isWanted)
  const ids = new Set(requirements.map(({ id }) => id))
  return { requirements, cases: listing.cases.filter((each) => each.requirements.some((id) => ids.has(id))) }
}

/** The catalogue as text: a table for each part, then the cases. */
export function renderListing({ requirements, cases }: Listing): string {
  const parts = [...new Set(requirements.map(({ part }) => part))].sort((a, b) => a - b)
  const tables = parts.map((part) => {
    const rows = requirements
      .filter((requirement) => requirement.part === part)
      .map(({ id, strength, endpoint, source, text, because, excluded }) => [
        id,
        excluded === undefined ? strength : 'excluded',
        endpoint,
        statedAt(source, endpoint),
        [text, ...[excluded, because].flatMap((why) => (why === undefined ? [] : [`[${why}]`]))].join(' '),
      ])
    return `Part ${part}\n${renderTable(['id', 'strength', 'endpoint', 'source', 'requirement'], rows)}`
  })
  const rows = cases.map(({ id, requirements: verified, needs, cost }) => [
    id,
    cost,
    needs.join(', ') || '-',
    verified.join(', '),
  ])
  const caseTable = `Cases\n${renderTable(['id', 'cost', 'needs', 'requirements'], rows)}`
  const total = cases.reduce((sum, { cost }) => sum + cost, 0)
  const figures = [
    count(requirements.length, 'requirement'),
    count(cases.length, 'case'),
    count(total, 'request'),
  ]
  const summary = `${figures.join(', ')}\n`
  return [...tables, ...(cases.length === 0 ? [] : [caseTable]), summary].join('\n')
}

/** The source of a requirement, without the part and the endpoint, which have columns of their own. */
function statedAt({ section, item }: Requirement['source'], endpoint: string): string {
  const named = /^\d+$/.test(item) ? `rule ${item}` : item
  return section === '' || section === endpoint ? named : `${section}: ${named}`
}
