import { visible } from './escape.ts'
import { TransportError } from './transport.ts'

/** How far a request had come when it failed. */
export type Phase = 'connecting' | 'waiting' | 'reading'

const REFUSED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
])
const DNS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'])
const TIMED_OUT = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])
const LOST = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_CLOSED', 'UND_ERR_DESTROYED'])
/** This machine is at its limits: it says nothing of the target. */
const EXHAUSTED = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])
const CERTIFICATE =
  /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|CRL_|ERROR_IN_C|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH|PATH_LENGTH)/
const TLS = /^(ERR_SSL_|ERR_TLS_|EPROTO$)/

/**
 * What an error of the HTTP client means for the operator: its kind, and one line that says what happened and
 * what helps. `host` is the authority that was addressed; `phase` how far the request had come.
 */
export function classify(error: unknown, phase: Phase, host: string): TransportError {
  if (error instanceof TransportError) return error
  const code = codeOf(error)
  const fail = (kind: TransportError['kind'], message: string): TransportError =>
    new TransportError(kind, message, { cause: error })

  if (EXHAUSTED.has(code))
    return fail(
      'refused',
      `This machine gives out no more connections (${code}): raise "ulimit -n", or lower --concurrency.`,
    )
  if (DNS.has(code))
    return fail(
      'dns',
      `The host name of ${host} could not be resolved (${code}): check the base URL and the network.`,
    )
  if (REFUSED.has(code))
    return fail(
      'refused',
      `${host} accepts no connection (${code}): check that the service runs there and that the port is right.`,
    )
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return fail(
      'tls',
      `The certificate of ${host} is for another name: use the host name that the certificate carries.`,
    )
  if (CERTIFICATE.test(code))
    return fail(
      'tls',
      `The certificate of ${host} is not trusted (${code}): name its authority in NODE_EXTRA_CA_CERTS, or renew the certificate.`,
    )
  if (TLS.test(code))
    return fail('tls', `No TLS session with ${host} (${code}): check that it speaks HTTPS on this port.`)
  if (TIMED_OUT.has(code)) return fail('timeout', `${host} did not answer in time (${code}).`)
  if (LOST.has(code)) return fail('reset', lost(phase, host, code))
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return fail('too-large', `The body of the answer of ${host} is larger than the limit.`)
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return fail('too-large', `The headers of the answer of ${host} are larger than the limit.`)
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED')
    return fail('protocol', `The request could not be sent: ${oneLine(error)}.`)
  return phase === 'connecting'
    ? fail('refused', `No connection to ${host}: ${oneLine(error)}.`)
    : brokenMessage(error, code, phase, host)
}

/**
 * The parser complained, or the connection ended; which of the two decides between `protocol` and `reset`.
 */
function brokenMessage(error: unknown, code: string, phase: Phase, host: string): TransportError {
  const text = oneLine(error)
  const cut =
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' ? phase === 'reading' : text.includes('Invalid EOF state')
  const closed = code === 'UND_ERR_SOCKET' && !text.startsWith('bad ')
  if (cut || closed) return new TransportError('reset', lost(phase, host, code), { cause: error })
  const detail = /\((.+)\)$/.exec(text)?.[1] ?? text
  const message =
    code === 'UND_ERR_SOCKET'
      ? `${host} sent an interim response that was not asked for: it is allowed to, but this client cannot read it.`
      : `What ${host} sent is not a valid HTTP/1.1 response (${detail}).`
  return new TransportError('protocol', message, { cause: error })
}

function lost(phase: Phase, host: string, code: string): string {
  const when = {
    connecting: 'before the connection stood',
    waiting: 'before it sent a response',
    reading: 'before the response was complete',
  }[phase]
  return `${host} closed the connection ${when} (${code}).`
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return error instanceof AggregateError ? codeOf(error.errors[0]) : ''
}

function oneLine(error: unknown): string {
  return visible(error instanceof Error ? error.message : String(error)).slice(0, 200)
}
