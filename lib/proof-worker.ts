/** A process of a proof: see `lib/prove/pool.ts`. It is a composition root of its own, because functions cannot be sent to it. */
import { SETUP } from './composition.ts'
import { work } from './prove/pool.ts'

work(SETUP)
