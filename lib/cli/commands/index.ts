import type { AddCommand } from '../command.ts'
import { compare } from './compare.ts'
import { doctor } from './doctor.ts'
import { explain } from './explain.ts'
import { init } from './init.ts'
import { judge } from './judge.ts'
import { knownFailures } from './known-failures.ts'
import { list } from './list.ts'
import { next } from './next.ts'
import { plan } from './plan.ts'
import { prove } from './prove.ts'
import { proxy } from './proxy.ts'
import { run } from './run.ts'
import { serve } from './serve.ts'

/** Every command, in the order of the help. */
export const COMMANDS: readonly AddCommand[] = [
  run,
  doctor,
  init,
  list,
  explain,
  next,
  plan,
  serve,
  prove,
  compare,
  knownFailures,
  judge,
  proxy,
]
