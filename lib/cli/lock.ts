import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { makeFolders } from '../app/report/folder.ts'
import { ConfigurationError, errorCode } from '../engine/util/errors.ts'

/** Says which process writes into a folder: its host, its number and when it was started. */
const LOCK = '.lock'

/**
 * Does some work while no other run writes into the same reports folder. Throws a one-line {@link ConfigurationError} if
 * one does. A folder that cannot be written is for the work to complain about.
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
  // Left behind by a run that was killed.
  return writeFile(file, mine).then(
    () => true,
    () => false,
  )
}

/** The reports of the folder are those of another run that is under way: nothing is written there. */
export class OtherRun extends ConfigurationError {}

/** The process that holds a lock; undefined if it has ended, or is of another machine, where nobody can look. */
async function holderOf(file: string): Promise<number | undefined> {
  const [host, id, start = ''] = (await readFile(file, 'utf8').catch(() => '')).split(' ')
  const holder = Number(id)
  if (host !== hostname() || !(holder > 0) || holder === process.pid) return undefined
  // The number of a process that has ended is used again.
  if (start !== '' && start !== (await startOf(id))) return undefined
  try {
    process.kill(holder, 0)
    return holder
  } catch (error) {
    return errorCode(error) === 'EPERM' ? holder : undefined
  }
}

/** When a process was started, in ticks since this machine was; empty where that is not known, as without Linux. */
async function startOf(id: string | undefined): Promise<string> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')
  // The name of the program, in parentheses, may have blanks in it.
  const [state, ...more] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A process that was killed keeps its number until its parent looks: in many containers, for ever.
  return state === 'Z' ? 'ended' : (more[18] ?? '')
}
