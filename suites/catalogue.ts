import { type Catalogue, catalogueOf, type Requirement } from '../lib/engine/judge/requirement.ts'
import { FIELDS } from './fields/table.ts'
import { type OperationKey, operationOf } from '../lib/engine/spec/operations.ts'
import { groupBy } from '../lib/engine/util/collections.ts'
import { ROWS } from './index.ts'

/** Requirements on a body as such: without one, nothing else can be judged. */
const BODY = ['JSON-02', 'JSON-03', 'JSON-04']

/** Requirements about fields: each answer shows them, whatever was asked. */
const FIELD_ROWS: ReadonlySet<string> = new Set(FIELDS.map(({ id }) => id))

/** Requirements that judge whether a request is let in, by whom, and how it is refused: they rest on nothing else. */
const ACCESS = /^(?:AUTH|ISOLATION)-/

/** Requirements about statuses, whatever is asked: what asks for one status is nearer to the fault. */
const STATUSES = ['STATUS-01', 'STATUS-02', 'STATUS-03']

/** What may be wrong where a status is: who is let in, and what input does. */
const BEFORE_STATUSES = ['AUTH-01', 'INPUT-01', 'INPUT-02', 'INPUT-06', 'INPUT-07']

/** Every normative sentence of the specification, by part and then in the order of the subjects. */
export const CATALOGUE: Catalogue = catalogueOf(
  ROWS.toSorted((a, b) => a.part - b.part),
  restsOn(ROWS),
)

/** What each requirement rests on, by id: what its row names, and what holds for all of them. */
function restsOn(rows: readonly Requirement[]): (id: string) => readonly string[] {
  const links: Link[] = [
    ...rows.flatMap(({ id, restsOn: own = [] }) => own.map((other): Link => [id, other])),
    ...rows.flatMap(linksOfOperation),
    ...STATUSES.flatMap((status) => BEFORE_STATUSES.map((other): Link => [status, other])),
  ]
  const graph = groupBy(links, ([id]) => id)
  return (id) => [...new Set(graph.get(id)?.map(([, other]) => other))].filter((other) => other !== id)
}

/** A requirement, and another one that it rests on. */
type Link = readonly [id: string, other: string]

/**
 * Whatever is judged about an operation rests on its plain answer and on the form of its body; a further refusal rests
 * on the simplest one. A status rests on whatever is judged about its operation.
 */
function linksOfOperation({ id, endpoint, strength }: Requirement): Link[] {
  const operation = operationOf(endpoint as OperationKey)
  if (operation === undefined || strength === 'open' || FIELD_ROWS.has(id) || ACCESS.test(id)) return []
  const { answer, refusal, unknownId } = operation
  const statuses = STATUSES.map((status): Link => [status, id])
  if (id === answer) return statuses
  // A 404 that is due has no body that matters.
  const others = [answer, ...(id === unknownId ? [] : BODY), ...(refusal === undefined ? [] : [refusal])]
  return [...others.map((other): Link => [id, other]), ...statuses]
}
