// Runs the suite through real gateways: the reference service behind each of them must raise no alarm, and a faulty one must be found.
// A gateway that is not installed is skipped with a line. `npm run check:gateways -- nginx` takes those whose name holds the word.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serviceBehind } from './gateways/relay.mjs'
import { isInstalled, PATHS, SCENES } from './gateways/scenes.mjs'

const { MUTANTS } = await import('../dist/fixtures/mutants/index.js')

const MAIN = fileURLToPath(new URL('../dist/lib/cli/main.js', import.meta.url))
/** Faults that each gateway is to let through: of access, of data, of lists, of isolation. */
const FAULTS = ['AUTH-01', 'GET-ANALYTICS-02', 'LIST-LEADS-08', 'ISOLATION-04'].map((breaks) => ({
  breaks,
  id: MUTANTS.find((mutant) => mutant.breaks.includes(breaks)).id,
}))
const LONGEST_START_MS = 10_000

const words = process.argv.slice(2).map((word) => word.toLowerCase())
const folder = mkdtempSync(join(tmpdir(), 'gateways-'))
// Gateways that are started by root give up its rights.
chmodSync(folder, 0o755)
const running = new Set()

function start(command, args, env) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  const listen = (chunk) => {
    output += chunk
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  running.add(child)
  child.once('exit', () => running.delete(child))
  return { child, output: () => output }
}

async function end({ child }) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = delay(5000, undefined, { ref: false }).then(() => child.kill('SIGKILL'))
  await Promise.race([gone, late])
  await gone
}

async function until(what, ready) {
  const deadline = Date.now() + LONGEST_START_MS
  for (;;) {
    const found = await ready()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`${what} did not start in ${LONGEST_START_MS} ms`)
    await delay(30)
  }
}

async function freePort() {
  const server = createServer()
  const port = await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.address().port))
  })
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function startService(mutant) {
  const service = start(
    process.execPath,
    [MAIN, 'serve', ...(mutant === undefined ? [] : ['--mutant', mutant])],
    process.env,
  )
  const text = await until('the reference service', () => /Ctrl-C/.test(service.output()) && service.output())
  const key = (name) => new RegExp(`\\b${name}=(\\S+)`).exec(text)[1]
  return {
    ...service,
    port: Number(/127\.0\.0\.1:(\d+)\/v1/.exec(text)[1]),
    env: {
      CONFORMANCE_API_KEY: key('CONFORMANCE_API_KEY'),
      CONFORMANCE_OTHER_API_KEY: key('CONFORMANCE_OTHER_API_KEY'),
    },
  }
}

async function startGateway({ gateway, program }, ports) {
  if (gateway === undefined) return { port: ports[0], stop: async () => {} }
  const dir = mkdtempSync(join(folder, 'gateway-'))
  chmodSync(dir, 0o777)
  const port = await freePort()
  const { files, command, env } = gateway({ dir, port, ports })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
  const [file, ...args] = command
  const process_ = start(file, args, { ...process.env, PATH: PATHS, ...env })
  try {
    await until(program, async () => {
      if (process_.child.exitCode !== null) throw new Error(`${program} ended: ${process_.output()}`)
      return fetch(`http://127.0.0.1:${port}/v1/openapi.json`).then(
        (answer) => answer.ok,
        () => false,
      )
    })
  } catch (error) {
    throw new Error(`${error.message}\n${process_.output()}`, { cause: error })
  }
  return { port, stop: () => end(process_) }
}

/** Runs the suite through a gateway; gives the record. */
async function verify(scene, mutant) {
  const service = await startService(mutant)
  const behind = await serviceBehind(scene.service, service.port)
  const front = await startGateway(scene, behind.ports)
  const reports = mkdtempSync(join(folder, 'reports-'))
  try {
    const run = start(
      process.execPath,
      [
        MAIN,
        'run',
        '--writes',
        '--reports',
        reports,
        '--base-url',
        `http://127.0.0.1:${front.port}/v1`,
        '--seed',
        '7',
      ],
      { ...process.env, ...service.env },
    )
    await new Promise((resolve) => run.child.once('exit', resolve))
    try {
      return JSON.parse(readFileSync(join(reports, 'run.json'), 'utf8'))
    } catch {
      throw new Error(`no record: ${run.output()}`)
    }
  } finally {
    await front.stop()
    await behind.close()
    await end(service)
  }
}

const problems = []
/** @param fault - what is wrong behind the gateway; absent: nothing is */
function judge(name, record, fault) {
  const failed = record.requirements.filter(({ verdict }) => verdict === 'failed')
  const unheard = record.requirements.filter(
    ({ verdict }) => verdict === 'inconclusive' || verdict === 'error',
  )
  const warned = record.settings.warnings.filter((warning) => /somebody else/.test(warning))
  const good =
    fault === undefined
      ? record.exitCode === 0 && warned.length === 0
      : failed.some(({ id }) => id === fault.breaks)
  const took = `${record.requests.total} requests, ${(record.durationMs / 1000).toFixed(1)} s, ${unheard.length} not exercised`
  console.log(
    `${good ? 'ok  ' : 'FAIL'} ${name}: exit ${record.exitCode}, ${failed.length} violated (${took})`,
  )
  if (good) return
  problems.push(name)
  if (record.problem) console.log(`       ${record.problem}`)
  for (const text of warned) console.log(`       ${text}`)
  for (const { id, findings } of failed)
    for (const { where, expected, received } of findings.slice(0, 2))
      console.log(`       ${id} ${where}: expected ${expected}, received ${received}`)
}

try {
  for (const scene of SCENES) {
    const { name } = scene
    if (words.length > 0 && !words.every((word) => name.toLowerCase().includes(word))) continue
    if (scene.program !== undefined && !isInstalled(scene.program)) {
      console.log(`skip ${name}: ${scene.program} is not installed`)
      continue
    }
    try {
      judge(name, await verify(scene))
      const fault = FAULTS[SCENES.indexOf(scene) % FAULTS.length]
      if (scene.service === 'one') judge(`${name}, with ${fault.id}`, await verify(scene, fault.id), fault)
    } catch (error) {
      problems.push(name)
      console.log(`FAIL ${name}: ${error.message}`)
    }
  }
} finally {
  for (const child of running) child.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
process.exitCode = problems.length === 0 ? 0 : 1
