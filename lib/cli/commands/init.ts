import { existsSync } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { makeFolders } from '../../app/report/folder.ts'
import { ConfigurationError, errorCode } from '../../engine/util/errors.ts'
import { packageRoot, packageVersion } from '../../engine/util/package.ts'
import { PROGRAM } from '../../app/report/view/commands.ts'
import { command } from '../command.ts'
import { managerOf, type PackageManager } from '../package-manager.ts'
import { oneOf } from '../settings/parsers.ts'
import { TARGET } from '../settings/options.ts'
import { Setting } from '../settings/setting.ts'

/**
 * Writes the files that a project needs: settings, a template for keys, a CI job, an empty known-failures file.
 * Existing files are kept; `.gitignore` gets the lines that it lacks.
 */
export const init = command({
  name: 'init',
  summary: 'write a settings file, .env.example and a CI job',
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
    const { folder, stdout } = host
    // CI systems look for their jobs at the top of a repository.
    const top = topOf(folder) ?? folder
    const below = relative(top, folder).replaceAll('\\', '/')
    const manager = managerOf(folder, host.environment)
    const job = jobFor(ci, withManager(await exampleOf(ci), manager), below)
    const files = { ...filesOf(folder), [join(top, JOBS[ci])]: job }
    for (const [file, text] of Object.entries(files)) {
      const name = relative(folder, file)
      stdout.write(
        (await writeNew(file, text)) ? `wrote   ${name}\n` : `kept    ${name}: it is there already\n`,
      )
    }
    const ignored = await ignore(join(folder, '.gitignore'))
    stdout.write(
      ignored.length === 0 ? 'kept    .gitignore\n' : `added   ${ignored.join(' and ')} to .gitignore\n`,
    )
    stdout.write(`\nNext:\n${(await isInstalled(folder)) ? '' : installing(manager)}${firstSteps(manager)}`)
    return 0
  },
})

/** The package is in no registry: its file is committed to the repository, so that CI finds it. */
function installing({ add }: PackageManager): string {
  return `  mkdir -p vendor && npm pack --pack-destination vendor CHECKOUT   # CHECKOUT: the folder of this tool
  ${add} ./vendor/chat-agent-conformance-${packageVersion()}.tgz   # and commit vendor/
`
}

function firstSteps({ program }: PackageManager): string {
  return `  cp .env.example .env     # and fill it in; the address of your server belongs into conformance.config.json
  ${program} doctor --env staging
`
}

async function isInstalled(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '')
  return text.includes('"chat-agent-conformance"')
}

/** The top of the repository that a folder is in; undefined outside of one. */
function topOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder
  return dirname(folder) === folder ? undefined : topOf(dirname(folder))
}

const JOBS = { github: '.github/workflows/conformance.yml', gitlab: '.gitlab-ci.conformance.yml' } as const

/** The jobs are examples of the documentation. */
export async function exampleOf(ci: keyof typeof JOBS): Promise<string> {
  return readFile(join(packageRoot(), 'docs/ci-examples', `${ci}.yml`), 'utf8')
}

function withManager(job: string, { program, install, add }: PackageManager): string {
  return job
    .replaceAll(/^( *- (?:run: )?)npm ci$/gm, (_, before: string) =>
      install.map((one) => before + one).join('\n'),
    )
    .replaceAll('npm install --save-dev', add)
    .replaceAll(PROGRAM, program)
}

function jobFor(ci: keyof typeof JOBS, example: string, below: string): string {
  if (below === '') return example
  const reports = example.replaceAll(/(path: |paths: \[|junit: )reports/g, `$1${below}/reports`)
  return ci === 'github'
    ? reports.replace(/^jobs:$/m, `defaults:\n  run:\n    working-directory: ${below}\njobs:`)
    : reports.replace(/^ {2}script:$/m, `  before_script:\n    - cd ${below}\n  script:`)
}

function filesOf(folder: string): Readonly<Record<string, string>> {
  const isModule = existsSync(join(folder, 'conformance.config.mjs'))
  return {
    ...(isModule ? {} : { [join(folder, 'conformance.config.json')]: config(packageVersion()) }),
    [join(folder, '.env.example')]: keysExample(),
    [join(folder, 'known-failures.json')]: '{ "profile": "standard", "failures": [] }\n',
  }
}

/** The settings: rules of later versions are not judged until the operator raises the version. */
const config = (version: string): string => `{
  "$schema": "./node_modules/chat-agent-conformance/lib/cli/settings/conformance.config.schema.json",
  "rules": "${version.split('.').slice(0, 2).join('.')}",
  "knownFailures": "known-failures.json",
  "environments": {
    "staging": { "baseUrl": "https://staging.example.com/v1" },
    "local": { "baseUrl": "http://localhost:8080/v1", "writes": true }
  }
}
`

function keysExample(): string {
  const lines = [TARGET.apiKey, TARGET.otherApiKey, TARGET.exhaustibleApiKey].map(
    ({ variable, description }, index) => `# ${description}\n${index === 0 ? '' : '# '}${variable}=\n`,
  )
  return `# Read from .env in the folder where the tool runs. Keys belong here or in the CI's secrets, never on a command line.\n\n${lines.join('\n')}`
}

async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    await makeFolders(dirname(file))
    await writeFile(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST') return false
    throw new ConfigurationError(`${file} cannot be written (${code})`)
  }
}

/** Files that must not be committed: keys, and reports, which quote the target's data. */
const IGNORED = ['.env', 'reports/']

async function ignore(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const present = text.split(/\r?\n/)
  const missing = IGNORED.filter((line) => !present.includes(line))
  const start = text === '' || text.endsWith('\n') ? '' : '\n'
  if (missing.length > 0)
    await appendFile(file, `${start}${missing.join('\n')}\n`).catch((error: unknown) => {
      throw new ConfigurationError(`${file} cannot be written (${errorCode(error)})`)
    })
  return missing
}
