import { describe, expect, test } from 'vitest'
import { classify } from './classify.ts'

function coded(code: string, message = 'low-level words'): Error {
  return Object.assign(new Error(message), { code })
}

describe('classify', () => {
  test.each([
    ['ENOTFOUND', 'connecting', 'dns', 'could not be resolved (ENOTFOUND): check the base URL'],
    ['EAI_AGAIN', 'connecting', 'dns', 'could not be resolved (EAI_AGAIN)'],
    ['ECONNREFUSED', 'connecting', 'refused', 'check that the service runs there'],
    ['EHOSTUNREACH', 'connecting', 'refused', 'accepts no connection (EHOSTUNREACH)'],
    ['CERT_HAS_EXPIRED', 'connecting', 'tls', 'valid and trusted.'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'connecting', 'tls', 'NODE_EXTRA_CA_CERTS'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'connecting', 'tls', 'does not carry this name'],
    ['EPROTO', 'connecting', 'tls', 'speaks TLS 1.2 or 1.3'],
    ['UND_ERR_CONNECT_TIMEOUT', 'connecting', 'timeout', 'did not answer in time'],
    ['ECONNRESET', 'connecting', 'refused', 'before the connection stood'],
    ['EPIPE', 'waiting', 'reset', 'before it sent a response'],
    ['UND_ERR_SOCKET', 'reading', 'reset', 'before the response was complete'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'reading', 'reset', 'before the response was complete'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'waiting', 'protocol', 'cannot read as HTTP/1.1'],
    ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'reading', 'too-large', 'body'],
    ['UND_ERR_HEADERS_OVERFLOW', 'waiting', 'too-large', 'headers'],
    ['UND_ERR_INVALID_ARG', 'connecting', 'protocol', 'could not be sent: low-level words'],
    ['ERR_ASSERTION', 'waiting', 'protocol', 'cannot read as HTTP/1.1'],
    ['EMFILE', 'connecting', 'refused', 'gives out no more connections'],
    ['EAI_MEMORY', 'connecting', 'refused', 'This machine has no memory left'],
    ['ERR_MEMORY_ALLOCATION_FAILED', 'reading', 'refused', 'This machine has no memory left'],
  ] as const)('%s while %s is %s', (code, phase, kind, words) => {
    const error = coded(code)
    const failure = classify(error, phase, 'h:1')

    expect(failure).toMatchObject({ kind, message: expect.stringContaining(words), cause: error })
  })

  test('a limit of this machine is not one of the target', () => {
    const { kind, message } = classify(new RangeError('Array buffer allocation failed'), 'reading', 'h:1')
    expect([kind, message]).toEqual([
      'refused',
      'This machine has no memory left for the answer (Array buffer allocation failed): give the process more, or lower --concurrency.',
    ])
  })

  test('TLS in place of a response is named', () => {
    const error = Object.assign(new Error('Expected HTTP/'), { data: '\u0015\u0003\u0003\0\u0002' })

    expect(classify(error, 'waiting', 'h:1').message).toBe(
      'h:1 speaks TLS on this port: the base URL has to begin with https://.',
    )
  })

  test('what a server put into an error is shown escaped, on one line', () => {
    expect(classify(new Error('a\u001b[31m\nb'), 'waiting', 'h:1').message).toContain(
      String.raw`a\u001b[31m\u000ab`,
    )
  })
})
