import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigurationError, errorCode } from '../../util/errors.ts'
import { command } from '../command.ts'
import { oneOf } from '../settings/kinds.ts'
import { TARGET } from '../settings/options.ts'
import { Setting } from '../settings/setting.ts'

/**
 * Writes the files that a project needs: settings, a template for keys, a CI job, an empty known-failures file.
 * Existing files are kept; `.gitignore` gets the lines that it lacks.
 */
export const init = command({
  name: 'init',
  summary: 'write conformance.config.json, .env.example, a CI job and an empty known-failures file',
  settings: {
    ci: new Setting(
      '--ci <name>',
      oneOf('github', 'gitlab'),
      'github or gitlab: for which CI a job is written',
      'github',
    ),
  },
  examples: ['chat-agent-conformance init', 'chat-agent-conformance init --ci gitlab'],
  action: async ({ host, values: { ci = 'github' } }) => {
    for (const [file, text] of Object.entries(filesFor(ci))) {
      const written = await writeNew(join(host.folder, file), text)
      host.stdout.write(written ? `wrote   ${file}\n` : `kept    ${file}: it is there already\n`)
    }
    const ignored = await ignore(join(host.folder, '.gitignore'))
    host.stdout.write(
      ignored.length === 0 ? 'kept    .gitignore\n' : `added   ${ignored.join(' and ')} to .gitignore\n`,
    )
    host.stdout.write(`
Next: write the address of your server into conformance.config.json, copy .env.example to .env and fill it in, then
  npx chat-agent-conformance doctor --env staging
`)
    return 0
  },
})

/** The contents of the files by path, for one CI system. */
export function filesFor(ci: 'github' | 'gitlab'): Readonly<Record<string, string>> {
  return {
    'conformance.config.json': CONFIG,
    '.env.example': keysExample(),
    [ci === 'github' ? '.github/workflows/conformance.yml' : '.gitlab-ci.conformance.yml']:
      ci === 'github' ? GITHUB : GITLAB,
    'known-failures.json': '[]\n',
  }
}

const CONFIG = `{
  "$schema": "./node_modules/chat-agent-conformance/lib/cli/settings/conformance.config.schema.json",
  "knownFailures": "known-failures.json",
  "environments": {
    "staging": { "baseUrl": "https://staging.example.com/v1" },
    "local": { "baseUrl": "http://localhost:8080/v1", "writes": true }
  }
}
`

/** The variables of the keys with their meanings; one is enough to begin. */
function keysExample(): string {
  const lines = [TARGET.apiKey, TARGET.otherApiKey, TARGET.exhaustibleApiKey].map(
    ({ variable, description }, index) => `# ${description}\n${index === 0 ? '' : '# '}${variable}=\n`,
  )
  return `# Read from .env in the folder where the tool runs. Keys belong here or in the CI's secrets, never on a command line.\n\n${lines.join('\n')}`
}

const GITHUB = `name: conformance
on:
  pull_request:
  schedule:
    - cron: '17 3 * * *'
jobs:
  conformance:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
      - uses: actions/setup-node@39370e3970a6d050c480ffad4ff0ed4d3fdee5af # v4.1.0
        with:
          node-version: 22
      - run: npm ci
      # A pull request reads only, with about 80 requests or fewer; at night everything is verified.
      - run: npx chat-agent-conformance run --profile \${{ github.event_name == 'schedule' && 'full --writes' || 'smoke' }}
        env:
          CONFORMANCE_BASE_URL: \${{ vars.CONFORMANCE_BASE_URL }}
          CONFORMANCE_API_KEY: \${{ secrets.CONFORMANCE_API_KEY }}
          # With a key of a second workspace; a secret that does not exist is an error.
          # CONFORMANCE_OTHER_API_KEY: \${{ secrets.CONFORMANCE_OTHER_API_KEY }}
      - if: always()
        run: cat reports/summary.md >> "$GITHUB_STEP_SUMMARY"
      - if: always()
        uses: actions/upload-artifact@b4b15b8c7c6ac21ea08fcf65892d2ee8f75cf882 # v4.4.3
        with:
          name: conformance
          path: reports
`

const GITLAB = `# In .gitlab-ci.yml: include: { local: .gitlab-ci.conformance.yml }
# CONFORMANCE_BASE_URL and CONFORMANCE_API_KEY are variables of the project, and CONFORMANCE_OTHER_API_KEY where there is one; mask the keys.
conformance:
  image: node:22.20.0-slim
  stage: test
  script:
    - npm ci
    # A merge request reads only, with about 80 requests or fewer; a schedule verifies everything.
    - if [ "$CI_PIPELINE_SOURCE" = schedule ]; then profile="full --writes"; else profile=smoke; fi
    - npx chat-agent-conformance run --profile $profile
  # 3 under --strict: incomplete, and no violation.
  allow_failure:
    exit_codes: [3]
  artifacts:
    when: always
    expose_as: Conformance report
    paths: [reports/]
    reports:
      junit: reports/junit.xml
`

async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST') return false
    throw new ConfigurationError(`${file} cannot be written (${code})`)
  }
}

/** What must not be committed: keys, and reports, which quote the target's data. */
const IGNORED = ['.env', 'reports/']

/** Adds the lines that a `.gitignore` lacks, and resolves with them. */
async function ignore(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const present = new Set(text.split(/\r?\n/).map((line) => line.replace(/^\//, '').replace(/\/$/, '')))
  const missing = IGNORED.filter((line) => !present.has(line.replace(/\/$/, '')))
  if (missing.length === 0) return []
  const start = text === '' || text.endsWith('\n') ? '' : '\n'
  await appendFile(file, `${start}${missing.join('\n')}\n`).catch((error: unknown) => {
    throw new ConfigurationError(`${file} cannot be written (${errorCode(error)})`)
  })
  return missing
}
