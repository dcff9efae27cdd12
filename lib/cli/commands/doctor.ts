import { shellWord } from '../../engine/http/curl.ts'
import { wrap } from '../../app/report/console/layout.ts'
import { examine, type CheckResult } from '../../app/run/doctor.ts'
import { PROFILE_DEFAULTS } from '../../app/run/options.ts'
import { count, visible } from '../../engine/util/text.ts'
import { command } from '../command.ts'
import { widthOf } from '../host.ts'
import { programOf } from '../package-manager.ts'
import { RUN_SETTINGS, SOURCES } from '../settings/options.ts'
import { resolveRun } from '../settings/run-options.ts'

const SIGNS: Readonly<Record<CheckResult['state'], string>> = {
  well: '✓',
  missing: '!',
  wrong: '✗',
  noted: '·',
}
const COLUMN = 34

/** Checks whether a target can be verified, and prints what to fix first. Exit code 2 if something prevents a run. */
export const doctor = command({
  name: 'doctor',
  summary: 'look what keeps a server from being verified',
  settings: { ...RUN_SETTINGS, ...SOURCES },
  examples: ['CONFORMANCE_API_KEY=… chat-agent-conformance doctor --base-url https://host/v1'],
  action: async (invocation) => {
    const { host } = invocation
    const options = await resolveRun(invocation, host.environment)
    const width = Math.min(widthOf(host), 120)
    const { findings, requests } = await examine(options, (finding) =>
      host.stdout.write(renderFinding(finding, width)),
    )
    const isWrong = findings.some(({ state }) => state === 'wrong')
    host.stdout.write(
      `\n${count(requests, 'request')} spent.${isWrong ? ' Fix what is marked ✗ first.' : ''}\n`,
    )
    if (isWrong) return 2
    const target = (options.repeat ?? []).filter((word) => word !== '--writes')
    host.stdout.write(
      nextCommands(
        programOf(host.folder, host.environment),
        target.map((word) => ` ${shellWord(word)}`).join(''),
      ),
    )
    return 0
  },
})

function renderFinding({ state, about, text, remedy = [] }: CheckResult, width: number): string {
  const lines = wrap(visible(text), Math.max(width - COLUMN, 30))
  return [
    ...lines.map(
      (line, index) => `${(index === 0 ? `${SIGNS[state]} ${about}` : '').padEnd(COLUMN)}${line}\n`,
    ),
    // A command is not wrapped, so that it can be copied.
    ...remedy.map((line) => `${' '.repeat(COLUMN)}→ ${visible(line)}\n`),
  ].join('')
}

/** @param target - the arguments that name the target, each after a blank */
function nextCommands(program: string, target: string): string {
  return [
    'Next:',
    `  ${program} run${target} --profile smoke  # at most ${PROFILE_DEFAULTS.smoke.budget} requests; nothing is created or changed`,
    `  ${program} run${target} --writes         # everything that these keys can show`,
    '',
  ].join('\n')
}
