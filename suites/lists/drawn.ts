/** Drawn reads of a list, judged by its law; what is wrong is blamed on the parameter at fault. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { byList } from '../../lib/engine/case/discovery.ts'
import { oncePerRun } from '../../lib/engine/case/run-store.ts'
import type { ListKey } from '../../lib/engine/spec/operations.ts'
import { EFFORT } from '../support/effort.ts'
import { LIST_FACTS, listRule, type ListRule } from './facts.ts'
import { UNNAMED } from './filtered.ts'
import { type Problem, pageProblem, problemsOfWalk } from './law.ts'
import { drawReads, inWords, membershipIn, queriesOf, type Read } from './reads.ts'
import { readSnapshot, type Snapshot } from './snapshot.ts'

/** A problem, the requirement that it violates, and further evidence. */
interface Fault extends Problem {
  readonly requirement: string
  readonly also: readonly Answer[]
}

/** What the drawn reads of a list have shown. */
interface Shown {
  readonly snapshot: Snapshot
  readonly reads: readonly Read[]
  readonly faults: readonly Fault[]
}

type Reading = Pick<Context<never>, 'api' | 'quiet' | 'settings' | 'store' | 'world'>

/** All drawn reads of a list, asked and judged once for all of its cases. */
const SHOWN = byList((list) => oncePerRun((ctx: Reading): Promise<Shown> => judgeReads(ctx, list)))

/** What the drawn reads of a list have shown. */
export function shownReads(ctx: Reading, list: ListKey): Promise<Shown> {
  // Each of these cases draws the reads that they share, whichever of them comes first.
  return SHOWN[list]({ ...ctx, settings: { ...ctx.settings } })
}

/** Expects the drawn reads of a list to violate none of some requirements. */
export function expectLawful(
  { expect }: Pick<Context<never>, 'expect'>,
  { faults }: Shown,
  requirements: readonly string[],
): void {
  for (const { requirement, page, expected, received, pointer, also } of faults)
    if (requirements.includes(requirement))
      expect(page).toSatisfy(false, expected, received, { requirement, pointer, also })
}

async function judgeReads({ api, quiet, settings, world }: Reading, list: ListKey): Promise<Shown> {
  let suspect: readonly Read[] | undefined
  return quiet(
    async () => {
      const snapshot = await readSnapshot(api, list)
      const reads = drawReads(snapshot, world.discovery, settings)
      const answers = new Map<string, Promise<readonly Answer[]>>()
      const isSecondLook = suspect !== undefined
      const judge = async (read: Read, rounds = 1): Promise<Judged> => {
        const queries = queriesOf(read)
        const asked = JSON.stringify(queries)
        const pages = answers.get(asked) ?? Promise.all(queries.map((query) => api.list(list, query)))
        answers.set(asked, pages)
        const problem = pageProblem(snapshot, read, await pages)
        // Items of the same time, which nothing settles the order of, change places now and then.
        const isRepeated = isSecondLook && read.isFollowed === true && rounds < EFFORT.rounds
        if (problem !== undefined || !isRepeated) return { read, pages: await pages, problem }
        answers.delete(asked)
        return judge(read, rounds + 1)
      }
      const judged = await Promise.all((suspect ?? reads).map((read) => judge(read)))
      const wrong = judged.filter(({ problem }) => problem !== undefined)
      suspect = wrong.map(({ read }) => read)
      const plainest = isSecondLook
        ? await Promise.all(wrong.map((one) => plainestOf(snapshot, one, judge)))
        : wrong
      return {
        snapshot,
        reads,
        faults: [...faultsOfWalk(snapshot), ...plainest.flatMap((one) => faultOf(list, one))],
      }
    },
    ({ faults }) => faults.length === 0,
    async () => (await readSnapshot(api, list)).answers,
  )
}

/** A read, its pages, and what is wrong with them. */
interface Judged {
  readonly read: Read
  readonly pages: readonly Answer[]
  readonly problem: Problem | undefined
}

/**
 * The plainest form of a read in which something is wrong, too: its place alone, then each filter alone, then all filters
 * of it without its place. So a filter that is ignored is blamed on itself, and not on those beside it.
 */
async function plainestOf(
  { list, rows, limit }: Snapshot,
  whole: Judged,
  judge: (read: Read) => Promise<Judged>,
): Promise<Judged> {
  const { read } = whole
  const { filters } = read
  const uncut = { limit, place: '' }
  const window = filters.filter(({ name }) => name === 'from' || name === 'to')
  const forms: Read[] = [
    { ...read, filters: [] },
    ...filters.map((one) => ({ ...uncut, filters: [one] })),
    ...(window.length > 1 ? [{ ...uncut, filters: window }] : []),
    { ...uncut, filters },
  ]
  for (const form of forms) {
    const judged = await judge(form)
    const { problem } = judged
    if (problem === undefined) continue
    if (problem.rule !== 'total' || form.place !== '') return judged
    // Of a long list, an item that is missing or too many may be on the last page: then the total is not what is wrong.
    const kept = rows.filter((row) => membershipIn(list, form)(row) === 'in').length
    const offset = Math.max(0, kept - 1 - ((kept - 1) % (limit ?? kept)))
    const last = await judge({ ...form, offset })
    const isOfItems = last.problem !== undefined && !['total', 'hasMore'].includes(last.problem.rule)
    return isOfItems ? { ...last, read: form, problem: { ...last.problem, rule: 'rows' } } : judged
  }
  return whole
}

function faultsOfWalk(snapshot: Snapshot): Fault[] {
  const { list, answers } = snapshot
  return problemsOfWalk(snapshot).map((problem) => ({
    ...problem,
    requirement: listRule(list, isListRule(problem.rule) ? problem.rule : 'walk'),
    also: answers.filter((page) => page !== problem.page),
  }))
}

function faultOf(list: ListKey, { read, pages, problem }: Judged): Fault[] {
  if (problem === undefined) return []
  const { expected, page } = problem
  return [
    {
      ...problem,
      expected: `${expected} (${inWords(read)})`,
      requirement: requirementOf(list, read, problem),
      also: pages.filter((other) => other !== page),
    },
  ]
}

/** Whether a rule is one of those that every list has. */
function isListRule(rule: Problem['rule']): rule is ListRule {
  return rule !== 'rows' && rule !== 'hidden' && rule !== 'unnamed'
}

/** The requirement that a read violates: that of its filter, of several together, of its page, or of reservations without a status. */
function requirementOf(list: ListKey, { filters, place }: Read, { rule }: Problem): string {
  const { combined, paged } = LIST_FACTS[list]
  if (rule === 'hidden') return 'LIST-RESERVATIONS-24'
  if (rule === 'unnamed') return UNNAMED.requirement
  const [first, ...others] = filters
  if (first === undefined) {
    if (isListRule(rule)) return listRule(list, rule)
    return list === 'GET /reservations' ? 'LIST-RESERVATIONS-23' : listRule(list, 'walk')
  }
  if ((place !== '' || rule !== 'rows') && paged !== undefined) return paged
  if (others.length === 0) return first.requirement
  const isWindow = filters.every(({ name }) => name === 'from' || name === 'to')
  return isWindow ? 'LIST-RESERVATIONS-29' : (combined ?? first.requirement)
}
