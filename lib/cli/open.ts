import { spawn } from 'node:child_process'
import type { Host } from './host.ts'

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens a file with the program that the system has for it. Where there is none, says so and goes on. */
export function openInBrowser(file: string, { stderr }: Pick<Host, 'stderr'>): void {
  const [command = 'xdg-open', ...words] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...words, file], { stdio: 'ignore', detached: true })
  child.on('error', () => stderr.write(`warning: ${file} could not be opened: there is no ${command}\n`))
  child.unref()
}
