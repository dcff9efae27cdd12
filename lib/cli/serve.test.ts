import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { describe, expect, test, vi } from 'vitest'
import { MUTANTS } from '../../fixtures/mutants/index.ts'
import { VARIANTS } from '../../fixtures/variants/index.ts'
import { deferred } from '../engine/util/testing/deferred.ts'
import { runProgram } from './program.ts'
import { call } from './testing/call.ts'
import { fakeHost } from './testing/fake-host.ts'

/** Ample time on a busy machine. */
const WAIT = { timeout: 20_000 }
vi.setConfig({ testTimeout: 60_000 })

const client = (path: string, code = 0): string => `
  const { CONFORMANCE_BASE_URL: base, CONFORMANCE_API_KEY: key } = process.env
  await fetch(base + ${JSON.stringify(path)}, { headers: { Authorization: 'Bearer ' + key } })
  process.exit(${code})
`
/**
 * A client that tries TLS and HTTP/2, and sends missing ids (`undefined`) and a compressed body; each request
 * is refused.
 */
const ODD_CLIENT = `
  import { connect } from 'node:http2'
  import { connect as overTls } from 'node:tls'
  import { gzipSync } from 'node:zlib'
  const { CONFORMANCE_BASE_URL: base, NO_PROXY } = process.env
  const { hostname, origin, port } = new URL(base)
  const ended = (stream) => new Promise((resolve) => stream.on('error', resolve).on('close', resolve))
  await ended(connect(origin))
  await ended(overTls({ host: hostname, port }))
  const ask = (path, more) => fetch(base + path, { headers: { Authorization: 'Bearer a-wrong-key' }, ...more })
  await ask('/leads/undefined')
  await ask('/leads?chatbot_id=null')
  const headers = { Authorization: 'Bearer a-wrong-key', 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
  await ask('/leads', { method: 'POST', headers, body: gzipSync('{"chatbot_id":"[object Object]"}') })
  console.error(NO_PROXY)
  process.exit(NO_PROXY === 'inner.test,localhost,127.0.0.1,::1,127.0.0.1' ? 0 : 9)
`

/** A program that runs until it is ended, and a program that leaves such a program behind and names it. */
const ENDLESS = `setInterval(() => {}, 1000)`
const LEAVES_ONE = `
  import { spawn } from 'node:child_process'
  import { writeFileSync } from 'node:fs'
  const left = spawn(process.execPath, ['-e', ${JSON.stringify(ENDLESS)}], { stdio: 'ignore' })
  writeFileSync('left', String(left.pid))
  process.exit(0)
`

describe('serve --for', () => {
  test.each([
    ['a client that keeps to the contract', client('/me'), 0, 'the requests keep to the contract'],
    ['one with a parameter that there is not', client('/me?x=1'), 1, 'the requests break the contract'],
    ['one that ends with a code of its own', client('/me?x=1', 7), 7, 'the one of the command'],
    ['one that asks for nothing', '', 2, 'no request came'],
  ])('judges %s', async (_, program, code, says) => {
    const called = await call(['serve', '--for', execPath, 'client.mjs'], {
      files: { 'client.mjs': program },
    })
    expect([called.code, called.out.trimEnd().split('\n').at(-1)]).toEqual([
      code,
      `Exit code ${code}: ${says}.`,
    ])
  })

  test('shows what the client did wrong, and no key', async () => {
    const { out } = await call(['serve', '--for', `${execPath} client.mjs`], {
      files: { 'client.mjs': client('/leads?limit=many') },
    })
    expect(out).toContain('✗ CLIENT-24')
    expect(out).not.toMatch(/cak_\w+_\w{8}/)
  })

  test('says what is odd about a client and breaks nothing, and that it speaks another protocol', async () => {
    const { code, out } = await call(['serve', '--for', execPath, 'client.mjs'], {
      files: { 'client.mjs': ODD_CLIENT },
      environment: { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: 'inner.test' },
    })
    expect(code).toBe(0)
    for (const protocol of ['TLS', 'HTTP/2'])
      expect(out).toContain(`A client speaks ${protocol}: the sandbox speaks HTTP/1.1 without TLS, at http:`)
    const flat = out.replaceAll(/\s+/g, ' ')
    expect(flat).toContain('3 ids read as if a client had none: id=undefined of GET /leads/{id},')
    expect(flat).toContain('No request succeeded: all 3 were refused, with 401 (3)')
    expect(flat).toContain('1 request body with Content-Encoding')
  })

  test('listens on an address of IPv6 in either spelling', async () => {
    const { code, err } = await call(['serve', '--host', '[::1]', '--for', execPath, 'client.mjs'], {
      files: { 'client.mjs': client('/me') },
    })
    // A machine may lack IPv6: the address is understood nevertheless.
    expect(code === 0 || /EADDRNOTAVAIL|EAFNOSUPPORT/.test(err)).toBe(true)
  })

  test('ends what the command has left behind', async () => {
    const { folder } = await call(['serve', '--for', execPath, 'client.mjs'], {
      files: { 'client.mjs': LEAVES_ONE },
    })
    const left = Number(await readFile(join(folder, 'left'), 'utf8'))
    await expect.poll(() => isAlive(left), WAIT).toBe(false)
  })

  test('ends the command at an interruption', async () => {
    const isUp = `import { writeFileSync } from 'node:fs'; writeFileSync('up', '');`
    const host = await fakeHost({}, { 'client.mjs': `${isUp} ${ENDLESS}` })
    const code = runProgram(['serve', '--for', execPath, 'client.mjs'], host)
    await expect.poll(() => existsSync(join(host.folder, 'up')), WAIT).toBe(true)
    host.events.emit('SIGTERM')
    expect(await code).toBe(128 + constants.signals.SIGTERM)
  })

  test('says in one line that there is no such command', async () => {
    const { code, err } = await call(['serve', '--for', './none', 'x'])
    expect([code, err]).toEqual([2, 'error: --for: the command cannot be started (ENOENT)\n'])
  })
})

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}

describe('serve', () => {
  test('prints address and keys, and on SIGTERM what its clients did wrong', async () => {
    const host = await fakeHost()
    const { promise: ready, resolve } = deferred<void>()
    const stdout = {
      isTTY: false,
      write: (text: string) => (host.stdout.write(text), text.startsWith('Reference') && resolve()),
    }
    const code = runProgram(['serve', '--port', '0', '--mutant', 'dedup/none'], { ...host, stdout })
    await ready
    const [, base = '', key = ''] =
      /^Reference service at (http:\S+)\n\n[^]* CONFORMANCE_API_KEY=(\S+)/.exec(host.out()) ?? []
    await fetch(`${base}/stars`, { headers: { authorization: `Bearer ${key}` } })
    host.events.emit('SIGTERM')

    expect(await code).toBe(0)
    expect(host.out()).toContain('✗ CLIENT-22')
  })

  test('--list names the seeded faults and the freedoms, and serves nothing', async () => {
    const { code, out } = await call(['serve', '--list'])
    expect(code).toBe(0)
    for (const { id } of [...MUTANTS, ...VARIANTS]) expect(out).toContain(`\n${id} `)
  })
})
