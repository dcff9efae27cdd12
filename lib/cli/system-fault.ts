/**
 * What a fault of the machine means to the operator, in one line; undefined for anything else. Imports nothing: it has to work
 * where nothing more can be loaded.
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
    case 'ENOENT':
      return 'syscall' in error && error.syscall === 'uv_cwd'
        ? 'the working folder does not exist any more: change to one that does'
        : undefined
    default:
      return undefined
  }
}

/** The oldest version of Node that runs this, as `engines` of the package says. */
const OLDEST = [20, 19] as const

/** Why a version of Node cannot run this, in one line; undefined for one that can. */
export function unfitNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const fits = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
  return fits ? undefined : `Node ${OLDEST.join('.')} or later is needed, and this is ${version}`
}
