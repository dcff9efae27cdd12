import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { decodedText, listen, Mailbox } from './deliveries.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'

const any = (): boolean => true

describe('a mailbox', () => {
  test('keeps what came, parsed where it is JSON', () => {
    const mailbox = new Mailbox(0)
    mailbox.put({ a: 'b' }, '{"type":"book.added"}')
    mailbox.put({}, 'hello')

    expect(mailbox.all()).toEqual([
      { headers: { a: 'b' }, body: '{"type":"book.added"}', json: { type: 'book.added' } },
      { headers: {}, body: 'hello', json: undefined },
    ])
  })

  test('wakes who waits when it comes, and lets others wait on', async () => {
    const mailbox = new Mailbox(60_000)
    const waiting = mailbox.first(({ json }) => json === 2)
    mailbox.put({}, '1')
    mailbox.put({}, '2')

    expect(await waiting).toMatchObject({ body: '2' })
  })

  test('lets nobody wait once the run was ended', async () => {
    const mailbox = new Mailbox(60_000)
    const waiting = mailbox.first(any)
    mailbox.stopWaiting()

    expect(await waiting).toBeUndefined()
    expect(await mailbox.first(any)).toBeUndefined()
  })

  test('gives up when the time is over', async () => {
    expect(await new Mailbox(1).first(any)).toBeUndefined()
  })
})

test('what is compressed is read as its Content-Encoding says, and as it came where that fails', async () => {
  expect(await decodedText({ 'content-encoding': 'gzip' }, gzipSync('{"é":1}'))).toBe('{"é":1}')
  expect(await decodedText({ 'content-encoding': 'gzip' }, Buffer.from('plain'))).toBe('plain')
})

async function listening(): Promise<{ mailbox: Mailbox; url: string }> {
  const mailbox = new Mailbox(5_000)
  const { url, close } = await listen(mailbox, '127.0.0.1', 0)
  onTestFinished(close)
  return { mailbox, url }
}

const post = (url: string, body: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sending = request(url, {
      method: 'POST',
      headers: { 'x-event': 'book.added', connection: 'close' },
    })
    sending.on('error', reject)
    sending.on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
    sending.end(body)
  })

describe('a listener', () => {
  test('takes a delivery on any path', async () => {
    const { mailbox, url } = await listening()

    expect(await post(new URL('/some/where?x=1', url).href, '{"é":1}')).toBe(200)
    expect(mailbox.all()).toMatchObject([
      { body: '{"é":1}', json: { é: 1 }, headers: { 'x-event': 'book.added' } },
    ])
  })

  test('keeps a body that never ends within bounds', async () => {
    const { mailbox, url } = await listening()
    await post(url, 'x'.repeat(20 * 1024 * 1024)).catch(() => undefined)
    const delivery = await mailbox.first(any)

    expect(delivery?.body.length ?? 0).toBeLessThan(10 * 1024 * 1024)
  })

  test('on a port in use ends with one line', async () => {
    const { mailbox, url } = await listening()
    const { port } = new URL(url)

    await expect(listen(mailbox, '127.0.0.1', Number(port))).rejects.toThrow(
      new ConfigurationError(
        `cannot listen for webhooks on 127.0.0.1:${port} (EADDRINUSE): choose another --webhook-port or --webhook-host`,
      ),
    )
  })
})
