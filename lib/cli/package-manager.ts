import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROGRAM } from '../app/report/view/commands.ts'
import type { Environment } from './settings/environment.ts'

/** A package manager: how it runs this tool, and how a CI job installs the locked packages. */
export interface PackageManager {
  /** The command for the program. Under Yarn's Plug'n'Play `npx` would ask the public registry for the name. */
  readonly program: string
  /** Commands that install the locked packages, on a machine with Node.js and npm. */
  readonly install: readonly string[]
  /** The command that adds a development dependency. */
  readonly add: string
}

const MANAGERS = {
  npm: { program: PROGRAM, install: ['npm ci'], add: 'npm install --save-dev' },
  pnpm: {
    program: 'pnpm exec chat-agent-conformance',
    install: ['corepack enable', 'pnpm install --frozen-lockfile'],
    add: 'pnpm add --save-dev',
  },
  yarn: {
    program: 'yarn chat-agent-conformance',
    install: ['corepack enable', 'yarn install --immutable'],
    add: 'yarn add --dev',
  },
  bun: {
    program: 'bun run chat-agent-conformance',
    install: ['npm install --global bun', 'bun install --frozen-lockfile'],
    add: 'bun add --dev',
  },
} as const satisfies Record<string, PackageManager>

type Name = keyof typeof MANAGERS

/**
 * If a folder has several, the first in this order counts: people who change to another manager forget the
 * lock file of npm.
 */
const LOCK_FILES: Readonly<Record<string, Name>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'package-lock.json': 'npm',
}

/** The manager whose lock file lies in a folder or above it, in the same repository; otherwise the one that runs this program, or npm. */
export function managerOf(folder: string, environment: Environment): PackageManager {
  const [file, name = running(environment) ?? 'npm'] = lockAbove(folder) ?? []
  // Yarn 1 has another command, and no `__metadata` in its lock file.
  if (name === 'yarn' && file !== undefined && !readFileSync(file, 'utf8').includes('__metadata:'))
    return { ...MANAGERS.yarn, install: ['corepack enable', 'yarn install --frozen-lockfile'] }
  return MANAGERS[name]
}

/**
 * The command for this program, as it was just called; if that is unknown, as the folder's lock file
 * suggests.
 */
export function programOf(folder: string, environment: Environment): string {
  const name = running(environment)
  return (name === undefined ? managerOf(folder, environment) : MANAGERS[name]).program
}

/** The manager that started this process: each manager names itself in this variable. */
function running({ npm_config_user_agent: agent = '' }: Environment): Name | undefined {
  const [name = ''] = agent.split('/')
  return isName(name) ? name : undefined
}

function isName(name: string): name is Name {
  return Object.hasOwn(MANAGERS, name)
}

function lockAbove(folder: string): readonly [file: string, Name] | undefined {
  const found = Object.entries(LOCK_FILES).find(([file]) => existsSync(join(folder, file)))
  if (found !== undefined) return [join(folder, found[0]), found[1]]
  const isTop = existsSync(join(folder, '.git')) || dirname(folder) === folder
  return isTop ? undefined : lockAbove(dirname(folder))
}
