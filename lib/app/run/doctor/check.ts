import type { CaseDefinition } from '../../../engine/case/suite.ts'
import type { Discovery } from '../../../engine/case/discovery.ts'
import type { Client } from '../../../engine/http/client.ts'
import type { Exchange } from '../../../engine/http/exchange.ts'
import type { Catalogue } from '../../../engine/judge/requirement.ts'
import type { RunOptions } from '../options.ts'
import type { Target } from '../target.ts'

/** One result of the examination: `wrong` prevents a run, `missing` makes it incomplete. */
export interface CheckResult {
  readonly state: 'well' | 'missing' | 'wrong' | 'noted'
  readonly about: string
  readonly text: string
  /** The remedy; commands are lines of their own. */
  readonly remedy?: readonly string[]
}

/** What is examined, once the target has answered. */
export interface Examined {
  readonly target: Target
  readonly options: RunOptions
  /** Asks nothing twice. */
  readonly client: Client
  /** The answer that shows the API. */
  readonly proof: Exchange
  /** The workspace of the key under test. */
  readonly discovery: Discovery
  /** Every rule. */
  readonly catalogue: Catalogue
  /** The cases of a run with these options. */
  readonly cases: readonly CaseDefinition[]
}

/** One check of the examination. */
export type Check = (examined: Examined) => readonly CheckResult[] | Promise<readonly CheckResult[]>

const finding =
  (state: CheckResult['state']) =>
  (about: string, text: string, ...remedy: readonly string[]): CheckResult => ({
    state,
    about,
    text,
    remedy: remedy.length === 0 ? undefined : remedy,
  })
export const passedCheck = finding('well')
export const missingCheck = finding('missing')
export const wrongCheck = finding('wrong')
export const notedCheck = finding('noted')
