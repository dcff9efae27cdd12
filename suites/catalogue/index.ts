import { type Catalogue, catalogueOf } from '../../lib/judge/requirement.ts'
import { CONVENTIONS } from './conventions.ts'
import { FIELDS } from '../../lib/judge/fields.ts'
import { LIST_ROWS } from '../../lib/judge/lists.ts'
import { READS } from './reads.ts'
import { restsOn } from './rests-on.ts'
import { SERVICE } from './service.ts'
import { WRITES } from './writes.ts'

const ROWS = [
  ...CONVENTIONS,
  ...FIELDS.map((row) => row.requirement),
  ...READS,
  ...LIST_ROWS,
  ...WRITES,
  ...SERVICE,
].sort((a, b) => a.part - b.part)

/** Every normative sentence of the specification, by part and then in order. */
export const CATALOGUE: Catalogue = catalogueOf(ROWS, restsOn(ROWS))
