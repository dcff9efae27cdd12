import { BroadcastChannel } from 'node:worker_threads'
import { Command } from 'commander'
import type { TestProject } from 'vitest/node'
import { readEnvironmentFile } from '../cli/settings/environment.ts'
import { OUTPUT, RUN_SETTINGS, SOURCES } from '../cli/settings/options.ts'
import { resolveOutput } from '../cli/settings/output.ts'
import { resolveRun } from '../cli/settings/run-options.ts'
import { settle } from '../cli/settings/settle.ts'
import { prepareFolder } from '../app/report/folder.ts'
import type { RunOptions } from '../app/run/options.ts'
import { SCOPE } from '../app/run/scope.ts'
import { messageOf } from '../engine/util/errors.ts'
import type { Question, Reply, Result } from './messages.ts'
import { SharedRun } from './shared-run.ts'

/**
 * The run behind a call of Vitest, with the environment variables of the command line. It is opened when the
 * first file requests cases, and concluded when Vitest ends or starts again: then the reports are written.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { options, reports } = await settledRun()
  await prepareFolder(reports)

  const name = `conformance-${process.pid}-${performance.now()}`
  const channel = new BroadcastChannel(name)
  channel.unref()
  project.provide('conformanceChannel', name)
  const answer = (id: string, result: Result): void => channel.postMessage({ id, result } satisfies Reply)

  let run: SharedRun | undefined
  let turns = Promise.resolve()
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this channel is Node's: it has no event target's types
  channel.onmessage = (message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the runner sends nothing else
    const { perform } = (message as { readonly data: Question }).data
    turns = turns
      .then(async () => {
        run ??= new SharedRun(SCOPE, options, answer)
        await run.perform(perform)
      })
      .catch((error: unknown) => {
        for (const id of perform) answer(id, { state: 'fail', text: messageOf(error) })
      })
  }
  const conclude = async (): Promise<void> => {
    await turns
    const ended = run
    run = undefined
    await ended?.conclude(reports)
  }
  project.onTestsRerun(conclude)
  return async () => {
    await conclude()
    channel.close()
  }
}

/** The options of the run and the folder of its reports, without a command line. */
async function settledRun(): Promise<{ readonly options: RunOptions; readonly reports: string }> {
  const host = {
    folder: process.cwd(),
    environment: process.env,
    dotenv: () => readEnvironmentFile(process.cwd()),
    stdout: { isTTY: false },
    stderr: process.stderr,
  }
  const reading = await settle(new Command(), { ...RUN_SETTINGS, ...OUTPUT, ...SOURCES }, host)
  const { reports } = resolveOutput(reading.values, host)
  return { options: await resolveRun(reading, host.environment), reports }
}
