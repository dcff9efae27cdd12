import { RawBody } from './actor.ts'

/** Bodies that no operation accepts: not JSON at all, or JSON that is no object. */
export const NO_OBJECTS: readonly unknown[] = [
  new RawBody('not json'),
  new RawBody(''),
  new RawBody('[]'),
  new RawBody('null'),
]
