/**
 * The meaning of a system error in one line; undefined for other errors. This file imports nothing, because it must
 * work if nothing else can be loaded.
 */
export function systemFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  switch (error.code) {
    case 'EMFILE':
    case 'ENFILE':
      return `the system gives out no more file descriptors (${error.code}): raise the limit, "ulimit -n 1024" for instance`
    case 'ENOSPC':
    case 'EDQUOT':
      return `no space is left on the disk (${error.code})`
    case 'ERR_MODULE_NOT_FOUND':
      return `${error.message.split('\n', 1)[0]}: install this package again; if it is complete, the system gives out too few file descriptors ("ulimit -n")`
    case 'ENOENT':
      return 'syscall' in error && error.syscall === 'uv_cwd'
        ? 'the working folder does not exist any more: change to one that does'
        : undefined
    default:
      return undefined
  }
}

/** The oldest supported version of Node; `engines` in package.json is the same. */
const OLDEST = [20, 19] as const

/** The error for an unsupported version of Node, in one line; undefined for a supported one. */
export function unfitNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const fits = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
  return fits ? undefined : `Node ${OLDEST.join('.')} or later is needed, and this is ${version}`
}
