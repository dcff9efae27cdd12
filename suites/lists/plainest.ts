/** The plainest reads that show the mistakes of a list: a reader looks at one filter rather than at five. */
import { STATUSES_OF_RESERVATIONS } from '../../lib/engine/contract/api.ts'
import { demandOf, filterOf, FILTERS } from './filters.ts'
import type { Judge, ListFault } from './judge.ts'
import { type Chosen, isEndOfWindow, type Read, uncut } from './reads.ts'
import type { Snapshot } from './snapshot.ts'

const FURTHER_READS = 2

/**
 * The plainest reads that show the faults: of several with the same filters, or more, and no other fault, one
 * is enough.
 */
export async function plainest(judge: Judge, wrong: readonly ListFault[]): Promise<readonly ListFault[]> {
  const shown: ListFault[] = []
  const refused = judge.snapshot.refusal && (await refusedStatus(judge))
  if (refused) shown.push(refused)
  const search = new Search(judge)
  for (const fault of wrong.toSorted((one, other) => plainness(one) - plainness(other))) {
    if (shown.some((one) => isShownBy(one, fault))) continue
    // oxlint-disable-next-line no-await-in-loop -- a plainer fault may show the next ones, too
    shown.push((await search.plainerThan(fault)) ?? fault)
  }
  return shown
}

/** Searches plainer reads with the same mistake, as long as further reads may be sent. */
class Search {
  private readonly judge: Judge
  private left = FURTHER_READS

  constructor(judge: Judge) {
    this.judge = judge
  }

  async plainerThan(fault: ListFault): Promise<ListFault | undefined> {
    let found: ListFault | undefined
    for (const form of plainerForms(this.judge.snapshot, fault)) {
      if (!this.judge.knows(form)) this.left -= 1
      if (this.left < 0) break
      // oxlint-disable-next-line no-await-in-loop -- as above
      const plainer = await this.judge.faultOf(form)
      if (plainer === undefined || !isShownBy(plainer, fault)) continue
      found = plainer
      // Nothing is plainer than one filter: what is left of the reads serves the next fault.
      if (plainer.read.filters.length === 1) break
    }
    return found
  }
}

function plainness({ read: { filters, place } }: ListFault): number {
  return 2 * filters.length + Number(place !== '')
}

/**
 * Whether a plainer read shows the same: it has some of the filters, and the same rule, or a filter that is
 * wrong by itself.
 */
function isShownBy(plainer: ListFault, { read, rule }: ListFault): boolean {
  const names = new Set(read.filters.map(({ name }) => name))
  const isPart = plainer.read.filters.every(({ name }) => names.has(name))
  const isOfFilters = plainer.rule === 'rows' && plainer.read.place === ''
  return isPart && (plainer.rule === rule || isOfFilters)
}

/**
 * Plainer forms of a read: without its place; with each filter alone, first the one that an item fails and
 * then bounds in time; and with its window alone.
 */
function plainerForms(snapshot: Snapshot, { read: { filters, place }, failed }: ListFault): readonly Read[] {
  const window = filters.filter(isEndOfWindow)
  const suspicion = ({ name }: Chosen): number => {
    if (name === failed) return 2
    return filterOf(snapshot.list, name)?.kind.bound === undefined ? 0 : 1
  }
  const suspects = filters.toSorted((one, other) => suspicion(other) - suspicion(one))
  const parts = filters.length > 1 ? suspects.map((one) => [one]) : []
  return [
    ...(place === '' ? [] : [filters]),
    ...parts,
    ...(window.length > 1 && filters.length > window.length ? [window] : []),
  ].map((some) => uncut(snapshot, some))
}

/** If a service refuses the list of every status: the status that it refuses alone, or else all together. */
async function refusedStatus(judge: Judge): Promise<ListFault | undefined> {
  const { list } = judge.snapshot
  const named = (statuses: readonly string[]): Read => {
    const [words, text] = ['of some statuses', statuses.join()]
    const chosen = { ...demandOf('status', FILTERS[list]['status']!, text), name: 'status', words, text }
    return uncut(judge.snapshot, [chosen])
  }
  const [alone] = await judge.faultsIn(STATUSES_OF_RESERVATIONS.map((status) => named([status])))
  return alone ?? judge.faultOf(named(STATUSES_OF_RESERVATIONS))
}
