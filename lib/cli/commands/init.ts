import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigurationError, errorCode } from '../../util/errors.ts'
import { type Invocation, readFlags } from '../command.ts'
import { OPTIONS } from '../config/options.ts'

/**
 * Writes the files that a project needs: environment variables, a CI job, an empty known-failures file. Existing
 * files are kept.
 */
export async function init(invocation: Invocation): Promise<number> {
  const { host } = invocation
  const { ci = 'github' } = readFlags(invocation).values
  for (const [file, text] of Object.entries(filesFor(ci))) {
    // oxlint-disable-next-line no-await-in-loop -- three small files, named in this order
    const written = await writeNew(join(host.folder, file), text)
    host.stdout.write(written ? `wrote   ${file}\n` : `kept    ${file}: it is there already\n`)
  }
  host.stdout.write(`
Next: copy .env.example to .env (and keep .env out of the repository), fill it in, then
  npx chat-agent-conformance doctor
`)
  return 0
}

/** The contents of the files by path, for one CI system. */
export function filesFor(ci: 'github' | 'gitlab'): Readonly<Record<string, string>> {
  return {
    '.env.example': environmentExample(),
    ...(ci === 'github'
      ? { '.github/workflows/conformance.yml': GITHUB }
      : { '.gitlab-ci.conformance.yml': GITLAB }),
    'known-failures.json': '[]\n',
  }
}

/** Every variable about the target with its meaning. Those that most runs need are not commented out. */
function environmentExample(): string {
  const lines = OPTIONS.filter(({ group, variable }) => group === 'Target' && variable !== undefined).map(
    ({ variable, description, name, fallback }) =>
      `# ${description}${fallback === undefined || name === 'baseUrl' ? '' : ` (without it: ${fallback})`}\n${name === 'baseUrl' || name === 'apiKey' ? '' : '# '}${variable}=\n`,
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
      # A pull request reads only, with about 70 requests or fewer; at night everything is verified.
      - run: npx chat-agent-conformance run --profile \${{ github.event_name == 'schedule' && 'full --writes' || 'smoke' }} --known-failures known-failures.json
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
    # A merge request reads only, with about 70 requests or fewer; a schedule verifies everything.
    - if [ "$CI_PIPELINE_SOURCE" = schedule ]; then profile="full --writes"; else profile=smoke; fi
    - npx chat-agent-conformance run --profile $profile --known-failures known-failures.json
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
