import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { adopt, ended } from './children.ts'
import { NotMeasured } from './figure.ts'

/** What a program took from its start to its end. */
export interface Taken {
  readonly seconds: number
  readonly peakMegabytes: number
  readonly cpuSeconds: number
  readonly exitCode: number
  readonly stdout: string
  /** The last line that it complained with. */
  readonly complaint: string
}

export interface Program {
  /** Absolute path of a JavaScript file. */
  readonly file: string
  readonly args: readonly string[]
  readonly nodeArgs?: readonly string[]
  /** Added to an environment without any setting of ours. */
  readonly env?: Readonly<Record<string, string>>
  readonly folder: string
  readonly deadlineMs: number
}

const USAGE = new URL('./report-usage.js', import.meta.url).href

/** Runs a Node program of its own to its end and measures it. Rejects with {@link NotMeasured} where it does not end by itself. */
export async function measured(program: Program): Promise<Taken> {
  const { file, args, nodeArgs = [], env = {}, folder, deadlineMs } = program
  const start = performance.now()
  const child = spawn(process.execPath, [...nodeArgs, '--import', USAGE, file, ...args], {
    cwd: folder,
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  adopt(child)
  const [, stdout, stderr, usage] = child.stdio
  const read = Promise.all([stdout, stderr, usage].map((stream) => textOf(stream)))
  const exitCode = await ended(child, deadlineMs)
  const seconds = (performance.now() - start) / 1000
  const [output = '', complaints = '', told = ''] = await read
  if (exitCode === null) throw new NotMeasured(`${file} did not end within ${deadlineMs / 1000} s`)
  if (told === '') throw new NotMeasured(`${file} ended with ${exitCode}: ${lastLine(complaints)}`)
  const complaint = lastLine(complaints)
  const { peakBytes, cpuMs }: { peakBytes: number; cpuMs: number } = JSON.parse(told)
  return {
    seconds,
    peakMegabytes: peakBytes / 1e6,
    cpuSeconds: cpuMs / 1000,
    exitCode,
    stdout: output,
    complaint,
  }
}

/** The environment without the settings of this project, of Node and of a machine that runs checks. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(?:CONFORMANCE_|NODE_|npm_|GITHUB_|CI$|VITEST)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
}

async function textOf(stream: unknown): Promise<string> {
  return isReadable(stream) ? text(stream) : ''
}

function isReadable(stream: unknown): stream is NodeJS.ReadableStream {
  return typeof stream === 'object' && stream !== null && Symbol.asyncIterator in stream
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? ''
}
