/** A process of a proof: see `pool.ts`. */
import { SCOPE } from '../run/scope.ts'
import { work } from './pool.ts'

work(SCOPE)
