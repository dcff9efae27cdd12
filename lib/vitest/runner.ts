import { BroadcastChannel } from 'node:worker_threads'
import { describe, inject, type RunnerTask, type RunnerTestFile, type TestContext, TestRunner } from 'vitest'
import type { CaseDefinition, Suite } from '../engine/case/suite.ts'
import type { Question, Reply, Result } from './messages.ts'

/**
 * Registers the suites that a file exports as tests. A case is performed by the run (`run.ts`), which all files share;
 * its test waits for the result, and stands at the line of the case.
 */
export default class ConformanceRunner extends TestRunner {
  private readonly channel = new BroadcastChannel(inject('conformanceChannel'))
  private readonly cases = new Map<RunnerTask, string>()
  private readonly waiting = new Map<string, (result: Result) => void>()
  private readonly results = new Map<string, Promise<Result>>()

  constructor(config: TestRunner['config']) {
    super(config)
    this.channel.unref()
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this channel is Node's: it has no event target's types
    this.channel.onmessage = (message) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the run sends nothing else
      const { id, result } = (message as { readonly data: Reply }).data
      this.waiting.get(id)?.(result)
    }
  }

  override async importFile(...call: Parameters<TestRunner['importFile']>): Promise<unknown> {
    const exported: unknown = await super.importFile(...call)
    if (call[1] === 'collect') {
      const suites = suitesOf(exported)
      for (const one of suites) this.register(one)
      if (suites.length === 0) registerNone()
    }
    return exported
  }

  /**
   * Requests the tests of a file that remain after `-t` and the like. If tests are only listed, nothing is
   * requested.
   */
  onBeforeRunFiles(files: RunnerTestFile[]): void {
    const perform = files.flatMap(testsIn).flatMap((test) => {
      const known = this.cases.get(test)
      return test.mode === 'run' && known !== undefined ? [known] : []
    })
    for (const id of perform) this.results.set(id, new Promise((settle) => void this.waiting.set(id, settle)))
    this.channel.postMessage({ perform } satisfies Question)
  }

  private register({ title, cases }: Suite): void {
    // oxlint-disable-next-line vitest/valid-title -- the title of the suite
    describe(title, () => {
      for (const definition of cases) {
        const { id, position } = definition
        const task = TestRunner.getCurrentSuite().task(definition.title, {
          handler: async (context) => conclude(context, definition, await this.results.get(id)),
        })
        this.cases.set(task, id)
        const at = position?.()
        if (at !== undefined) task.location = { line: at.line, column: at.column }
      }
    })
  }
}

/** A placeholder for a subject that sends nothing, such as fields: Vitest fails a file without a test. */
function registerNone(): void {
  TestRunner.getCurrentSuite().task('is judged in the answers of all other files', {
    handler: ({ skip }) => skip(),
  })
}

const UNKNOWN: Result = { state: 'fail', text: 'the case was not asked for' }

/** The test of a case ends as the case did; an error stands at the line of the case. */
function conclude({ skip }: TestContext, { position }: CaseDefinition, result = UNKNOWN): void {
  if (result.state === 'skip') skip(result.note)
  if (result.state !== 'fail') return
  const error = new Error(result.text)
  const at = position?.()
  if (at !== undefined) error.stack = `Error: ${result.text}\n    at ${at.file}:${at.line}:${at.column}`
  throw error
}

function testsIn(task: RunnerTask): RunnerTask[] {
  return 'tasks' in task ? task.tasks.flatMap(testsIn) : [task]
}

function suitesOf(exported: unknown): Suite[] {
  const values = Object.values(Object(exported)).flat()
  return [...new Set(values)].filter(
    (value): value is Suite => Array.isArray(Object(value).cases) && typeof Object(value).title === 'string',
  )
}
