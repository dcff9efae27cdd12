import { type Catalogue, catalogueOf, type Requirement } from '../lib/judge/requirement.ts'
import { FIELDS } from './fields/table.ts'
import { type OperationKey, operationOf } from '../lib/spec/operations.ts'
import { ROWS } from './index.ts'

/** Requirements on a body as such: without one, nothing else can be judged. */
const BODY = ['JSON-02', 'JSON-03', 'JSON-04']

/** Requirements that judge whether a request is let in, by whom, and how it is refused: they rest on nothing else. */
const ACCESS = /^(?:AUTH|ISOLATION)-/

/** Requirements about statuses, whatever is asked: what asks for one status is nearer to the fault. */
const STATUSES = ['STATUS-01', 'STATUS-02', 'STATUS-03']

/** Every normative sentence of the specification, by part and then in the order of the subjects. */
export const CATALOGUE: Catalogue = catalogueOf(
  ROWS.toSorted((a, b) => a.part - b.part),
  restsOn(ROWS),
)

/**
 * What each requirement rests on, by id: what its row names, and what holds for all of them.
 * Whatever is judged about an operation rests on its plain answer and on the form of its body; a further refusal rests
 * on the simplest one.
 */
function restsOn(rows: readonly Requirement[]): (id: string) => readonly string[] {
  const graph = new Map<string, Set<string>>()
  const add = (id: string, ids: readonly string[]): void => {
    const known = graph.get(id) ?? new Set()
    graph.set(id, known)
    for (const one of ids) if (one !== id) known.add(one)
  }
  for (const { id, restsOn: own = [] } of rows) add(id, own)
  const fieldRows = new Set(FIELDS.map(({ id }) => id))
  for (const { id, endpoint, strength } of rows) {
    if (strength === 'open' || fieldRows.has(id)) continue
    const operation = operationOf(endpoint as OperationKey)
    if (operation === undefined || ACCESS.test(id)) continue
    const { answer, refusal, unknownId } = operation
    // A 404 that is due has no body that matters.
    if (id !== answer) add(id, id === unknownId ? [answer] : [answer, ...BODY])
    if (refusal !== undefined && id !== answer && id !== refusal) add(id, [refusal])
    for (const status of STATUSES) add(status, [id])
  }
  for (const status of STATUSES) add(status, ['AUTH-01', 'INPUT-01', 'INPUT-02', 'INPUT-06', 'INPUT-07'])
  return (id) => [...(graph.get(id) ?? [])]
}
