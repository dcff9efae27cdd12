import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { threeFindings } from '../app/report/testing/sample-records.ts'
import { call, fakeEngine } from './testing/call.ts'

const BERRY = '__metadata:\n  version: 8\n'

/** Lock files, each with the commands by which the job installs, calls the program, and adds the package. */
const ROWS: readonly (readonly [string, string, readonly string[], string, string])[] = [
  ['package-lock.json', '{}', ['npm ci'], 'npx', 'npm install --save-dev'],
  [
    'pnpm-lock.yaml',
    '',
    ['corepack enable', 'pnpm install --frozen-lockfile'],
    'pnpm exec',
    'pnpm add --save-dev',
  ],
  ['yarn.lock', BERRY, ['corepack enable', 'yarn install --immutable'], 'yarn', 'yarn add --dev'],
  [
    'yarn.lock',
    '# yarn lockfile v1\n',
    ['corepack enable', 'yarn install --frozen-lockfile'],
    'yarn',
    'yarn add --dev',
  ],
  ['bun.lock', '', ['npm install --global bun', 'bun install --frozen-lockfile'], 'bun run', 'bun add --dev'],
]

describe('init beside a lock file', () => {
  test.each(ROWS)('%s %j', async (file, content, install, runs, add) => {
    for (const [ci, job] of [
      ['github', '.github/workflows/conformance.yml'],
      ['gitlab', '.gitlab-ci.conformance.yml'],
    ] as const) {
      const files = { [file]: content, '.git/HEAD': '' }
      // oxlint-disable-next-line no-await-in-loop -- one CI after the other
      const { out, folder } = await call(['init', '--ci', ci], { files })
      // oxlint-disable-next-line no-await-in-loop
      const text = await readFile(join(folder, job), 'utf8')
      const commands = text.split('\n').map((line) => line.replace(/^ *- (?:run: )?/, ''))
      expect(commands.filter((line) => install.includes(line))).toEqual(install)
      expect(text).toContain(`${runs} chat-agent-conformance run --profile`)
      expect(out).toContain(`\n  ${runs} chat-agent-conformance doctor --env staging\n`)
      expect(out).toContain(`\n  ${add} ./vendor/`)
      const ofNpm = runs === 'npx' ? null : /\bnpx\b|\bnpm (?:ci|install --save-dev)/.exec(text + out)
      expect(ofNpm).toBeNull()
    }
  })
})

test.each([
  ['npm/10.8.2 node/v20.20.2 linux x64', 'npx'],
  ['pnpm/9.15.0 npm/? node/v20.20.2 linux x64', 'pnpm exec'],
  ['yarn/4.5.3 npm/? node/v20.20.2 linux x64', 'yarn'],
  ['bun/1.1.38 npm/? node/v22.6.0 linux x64', 'bun run'],
  ['cnpm/9', 'npx'],
])('%s: what is printed is called as the program was', async (agent, runs) => {
  const environment = { npm_config_user_agent: agent }
  const { out, folder } = await call(['run', '--verbose'], {
    environment,
    engine: fakeEngine(() => {
      const record = threeFindings()
      const program = runs === 'npx' ? undefined : `${runs} chat-agent-conformance`
      return { ...record, settings: { ...record.settings, program } }
    }),
  })
  const page = await readFile(join(folder, 'reports/index.html'), 'utf8')
  const commands = `${out}${page}`.match(/[\w ]{0,12}\bchat-agent-conformance (?:run|explain|serve)\b/g) ?? []
  expect(commands.length).toBeGreaterThan(3)
  for (const one of commands) expect(one).toContain(`${runs} chat-agent-conformance`)
  const { out: explained } = await call(['explain', 'AUTH-02'], { environment })
  expect(explained).toContain(`\n  ${runs} chat-agent-conformance run AUTH-02`)
})

test('a run is told how its program was called', async () => {
  const { asked } = await call(['run'], { environment: { npm_config_user_agent: 'pnpm/9.15.0 npm/?' } })
  expect(asked[0]?.program).toBe('pnpm exec chat-agent-conformance')
  const beside = await call(['run'], { files: { 'yarn.lock': BERRY, '.git/HEAD': '' } })
  expect(beside.asked[0]?.program).toBe('yarn chat-agent-conformance')
})
