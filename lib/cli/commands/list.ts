import { refuseUnknownIds } from '../config/resolve.ts'
import { count, renderTable, shownJson } from '../../util/text.ts'
import { type Invocation, ownSuite, readFlags } from '../command.ts'
import type { Listing } from '../../run/index.ts'

type Requirement = Listing['requirements'][number]

/** Prints the catalogue part by part, with the cases, their needs and their cost, or everything as JSON. */
export async function list(invocation: Invocation): Promise<number> {
  const { host, dependencies } = invocation
  const reading = readFlags(invocation)
  const suite = ownSuite(reading, host)
  await refuseUnknownIds(reading, () => dependencies.requirementIds(suite))
  const { only, part, json, grep } = reading.values
  const { listCatalogue } = await dependencies.engine()
  const listing = selected(await listCatalogue(suite), { only, parts: part, grep })
  host.stdout.write(json === true ? shownJson(listing) : renderListing(listing))
  return 0
}

interface Selection {
  readonly only?: readonly string[] | undefined
  readonly parts?: readonly number[] | undefined
  readonly grep?: string | undefined
}

function selected(listing: Listing, { only, parts, grep = '' }: Selection): Listing {
  const wanted = grep.toLowerCase()
  const requirements = listing.requirements.filter(
    ({ id, part, endpoint, text }) =>
      (only?.includes(id) ?? true) &&
      (parts?.includes(part) ?? true) &&
      `${id} ${endpoint} ${text}`.toLowerCase().includes(wanted),
  )
  const ids = new Set(requirements.map(({ id }) => id))
  return {
    requirements,
    cases: listing.cases.filter((each) => each.requirements.some((id) => ids.has(id))),
  }
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
