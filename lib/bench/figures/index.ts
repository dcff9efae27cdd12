import type { Experiment } from '../figure.ts'
import { hostileBattery } from './hostile-battery.ts'
import { largeData } from './large-data.ts'
import { proof } from './proof.ts'
import { slowService } from './slow-service.ts'
import { standardRun } from './standard-run.ts'
import { throughput } from './throughput.ts'

/** Every experiment, in the order of their numbers. */
export const EXPERIMENTS: readonly Experiment[] = [
  standardRun,
  largeData,
  slowService,
  throughput,
  proof,
  hostileBattery,
]
