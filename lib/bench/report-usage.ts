import { readFileSync, writeSync } from 'node:fs'

/**
 * Loaded before a measured program: when that ends, its peak memory in bytes and its processor time in milliseconds go to the
 * file descriptor 3, as one line of JSON.
 */
process.once('exit', () => {
  const { user, system } = process.cpuUsage()
  writeSync(3, `${JSON.stringify({ peakBytes: peakBytes(), cpuMs: (user + system) / 1000 })}\n`)
})

/** Where the system tells it for this program alone: the usage of a child includes what its parent took before the start. */
function peakBytes(): number {
  try {
    const kilobytes = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    if (kilobytes !== undefined) return Number(kilobytes) * 1024
  } catch {
    // Not this system.
  }
  return process.resourceUsage().maxRSS * 1024
}
