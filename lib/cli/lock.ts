import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { makeFolders } from '../app/report/folder.ts'
import { ConfigurationError, errorCode } from '../engine/util/errors.ts'

/** The file that names the process that writes into a folder: its host, its number and its start time. */
const LOCK = '.lock'

/**
 * Does some work while no other run writes into the same reports folder. Throws a one-line {@link
 * ConfigurationError} if one does. If the folder cannot be written, the work itself reports that.
 */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = join(folder, LOCK)
  const isHeld = await take(folder, file)
  try {
    return await work()
  } finally {
    if (isHeld) await rm(file, { force: true }).catch(() => undefined)
  }
}

async function take(folder: string, file: string): Promise<boolean> {
  const mine = `${hostname()} ${process.pid} ${await startOf('self')}`
  try {
    await makeFolders(folder)
    await writeFile(file, mine, { flag: 'wx' })
    return true
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') return false
  }
  const holder = await holderOf(file)
  if (holder !== undefined)
    throw new OtherRun(
      `another run (process ${holder}) writes into ${folder}: wait for it, or choose another folder with --reports (its lock: ${file})`,
    )
  // A run that was killed left the lock behind.
  return writeFile(file, mine).then(
    () => true,
    () => false,
  )
}

/** Another run is writing its reports into the folder: nothing else may be written there. */
export class OtherRun extends ConfigurationError {}

/**
 * The process that holds a lock; undefined if it has ended, or if it runs on another machine, which cannot be
 * asked.
 */
async function holderOf(file: string): Promise<number | undefined> {
  const [host, id, start = ''] = (await readFile(file, 'utf8').catch(() => '')).split(' ')
  const holder = Number(id)
  if (host !== hostname() || !(holder > 0) || holder === process.pid) return undefined
  // The system reuses the number of a process that has ended.
  if (start !== '' && start !== (await startOf(id))) return undefined
  try {
    process.kill(holder, 0)
    return holder
  } catch (error) {
    return errorCode(error) === 'EPERM' ? holder : undefined
  }
}

/**
 * When a process was started, in ticks since this machine started; empty if that is unknown, as on systems
 * other than Linux.
 */
async function startOf(id: string | undefined): Promise<string> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')
  // The program's name, in parentheses, may contain blanks.
  const [state, ...more] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A killed process keeps its number until its parent collects it: in many containers, forever.
  return state === 'Z' ? 'ended' : (more[18] ?? '')
}
