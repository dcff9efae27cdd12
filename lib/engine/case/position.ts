import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../util/package.ts'

/** Where a case is written. */
export interface Position {
  /** Absolute. */
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly column: number
}

/** The place in a line of a stack: `at run (file:///a/b.ts:3:4)`, with or without name and protocol. */
const FRAME = /(?:\(|at )((?:file:\/\/)?[^()]+):(\d+):(\d+)\)?$/

/**
 * The place that a line of a stack names. Compiled files are no sources: a case in the build of this package
 * has no position, while one of the operator's own, or one that Vitest has loaded, has one.
 */
export function positionOf(frame = ''): Position | undefined {
  const [, name = '', line, column] = FRAME.exec(frame.trim()) ?? []
  if (name === '') return undefined
  const file = name.startsWith('file://') ? fileURLToPath(name) : name
  const isCompiled = file.startsWith(packageRoot() + sep) && !file.endsWith('.ts')
  return isCompiled ? undefined : { file, line: Number(line), column: Number(column) }
}

/** The file of a position for reports: relative to the working folder, with slashes. */
export function shownFile({ file }: Position): string {
  return relative(process.cwd(), file).replaceAll(sep, '/')
}
