import type { RunOptions } from '../../run/options.ts'
import { createScrubber } from '../../http/scrub.ts'
import { caseLine, startLine, verdictLine } from '../../report/events.ts'
import { cleanRun } from '../../report/testing/sample-records.ts'
import type { Dependencies, Engine, Reports } from '../command.ts'
import type { Listing } from '../../run/index.ts'
import type { Plan } from '../../run/plan.ts'
import { SCOPE } from '../../run/scope.ts'

/** Requirements of the fake catalogue, with their operations. */
export const FAKE_OPERATIONS: ReadonlyMap<string, string> = new Map([
  ['LEAD-01', 'GET /leads'],
  ['LEAD-02', 'POST /leads'],
  ['AUTH-01', '*'],
  ['RATE-01', '*'],
])

export const FAKE_LISTING: Listing = {
  requirements: [
    {
      id: 'LEAD-01',
      part: 4,
      endpoint: 'GET /leads',
      strength: 'must',
      source: { part: 4, section: 'GET /leads', item: 'newest first' },
      text: 'lists leads newest first',
    },
    {
      id: 'RATE-01',
      part: 8,
      endpoint: '*',
      strength: 'open',
      source: { part: 8, section: '', item: '3' },
      text: 'unit of Reset',
      excluded: 'cannot be seen from outside',
    },
  ],
  cases: [
    {
      id: 'LEAD-01-newest-first',
      suite: 'GET /leads',
      title: 'lists leads newest first',
      requirements: ['LEAD-01'],
      needs: ['lead'],
      cost: 2,
    },
  ],
}

export const FAKE_PLAN: Plan = {
  bill: [
    { key: 'main', profile: 'standard', requests: 6 },
    { key: 'main', part: 4, profile: 'standard', requests: 120 },
    { key: 'main', part: 8, profile: 'standard', requests: 8 },
    { key: 'other', part: 4, profile: 'standard', requests: 12 },
  ],
  cases: [],
  inconclusive: [
    { requirement: 'RATE-01', reason: 'no exhaustible key' },
    { requirement: 'RATE-02', reason: 'no exhaustible key' },
  ],
  discoveryRequests: 9,
  spendable: 341,
}

/** What a fake engine was asked to do. */
export interface Asked {
  readonly runs: RunOptions[]
  readonly plans: RunOptions[]
}

export interface Fakes {
  readonly engine?: Partial<Engine>
  readonly reports?: Partial<Reports>
  readonly dependencies?: Partial<Dependencies>
}

/** Dependencies whose engine finds nothing wrong and whose renderers are plain; parts can be replaced. */
export function fakeDependencies(fakes: Fakes = {}): Dependencies & { readonly asked: Asked } {
  const asked: Asked = { runs: [], plans: [] }
  const engine: Engine = {
    runConformance: (settings) => {
      asked.runs.push(settings)
      return Promise.resolve({ record: cleanRun(), exchanges: [], scrub: createScrubber([]) })
    },
    planRun: (settings) => {
      asked.plans.push(settings)
      return Promise.resolve(FAKE_PLAN)
    },
    listCatalogue: () => Promise.resolve(FAKE_LISTING),
    startSandbox: notExpected,
    ...fakes.engine,
  }
  const reports: Reports = {
    createProgress: () => ({ update: () => undefined, end: () => undefined }),
    renderConsole: ({ verdict }, { quiet }) => `verdict ${verdict}${quiet ? '' : ' in full'}\n`,
    renderAnnotations: () => '::error::annotation\n',
    startLine,
    caseLine,
    verdictLine,
    writeReports: (folder) => Promise.resolve({ written: [`${folder}/run.json`], failed: [] }),
    ...fakes.reports,
  }
  return {
    version: '1.2.3',
    scope: () => Promise.resolve(SCOPE),
    operations: () => Promise.resolve(FAKE_OPERATIONS),
    engine: () => Promise.resolve(engine),
    reports: () => Promise.resolve(reports),
    prove: notExpected,
    ...fakes.dependencies,
    asked,
  }
}

function notExpected(): never {
  throw new Error('a test asks for what it did not fake')
}
