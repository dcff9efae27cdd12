import { type Catalogue, catalogueOf } from '../lib/engine/judge/requirement.ts'
import { ROWS } from './index.ts'

/** Every normative sentence of the specification, by part and then in the order of the subjects. */
export const CATALOGUE: Catalogue = catalogueOf(ROWS.toSorted((a, b) => a.part - b.part))
