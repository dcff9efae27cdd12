import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolders } from '../../app/report/folder.ts'
import { ConfigurationError, errorCode } from '../../engine/util/errors.ts'
import { packageRoot, packageVersion } from '../../engine/util/package.ts'
import { command } from '../command.ts'
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
    for (const [file, text] of Object.entries(await filesFor(ci))) {
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

/** Where the job of each CI system goes; the jobs themselves are examples of the documentation. */
const JOBS = { github: '.github/workflows/conformance.yml', gitlab: '.gitlab-ci.conformance.yml' } as const

/** The contents of the files by path, for one CI system. */
export async function filesFor(ci: keyof typeof JOBS): Promise<Readonly<Record<string, string>>> {
  return {
    'conformance.config.json': config(packageVersion()),
    '.env.example': keysExample(),
    [JOBS[ci]]: await readFile(join(packageRoot(), 'docs/ci-examples', `${ci}.yml`), 'utf8'),
    'known-failures.json': '[]\n',
  }
}

/** The settings: rules of later versions do not count until the operator says so. */
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

/** The variables of the keys with their meanings; one is enough to begin. */
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

/** What must not be committed: keys, and reports, which quote the target's data. */
const IGNORED = ['.env', 'reports/']

/** Adds the lines that a `.gitignore` lacks, and resolves with them. */
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
