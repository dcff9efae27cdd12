import type { Operator } from '../../judge/fault.ts'
import { FIELD_OPERATORS } from './fields.ts'
import { HTTP_OPERATORS } from './http.ts'
import { LIST_OPERATORS } from './lists.ts'
import { API_OPERATORS } from './own.ts'

/** Every operator on recorded answers of this API, to measure what a run would detect. */
export const OPERATORS: readonly Operator[] = [
  ...HTTP_OPERATORS,
  ...FIELD_OPERATORS,
  ...LIST_OPERATORS,
  ...API_OPERATORS,
]
