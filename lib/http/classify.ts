import { visible } from '../util/text.ts'
import { TransportError } from './transport.ts'

/** The stage of a request when it failed. */
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
/** Limits of this machine: they say nothing about the target. */
const EXHAUSTED = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])
const CERTIFICATE =
  /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|CRL_|ERROR_IN_C|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH|PATH_LENGTH)/
/** Certificate faults with unclear codes. */
const FAULTS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  CERT_REVOKED: 'it was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its chain ends at a certificate that is self-signed',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its issuer is not known here, or the server does not send the whole chain',
}
/** What to do where the authority is not in doubt. */
const REMEDIES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'Renew it',
  CERT_NOT_YET_VALID: 'Check the clocks of both machines',
  CERT_REVOKED: 'Replace it',
}
const TLS = /^(ERR_SSL_|ERR_TLS_|EPROTO$)/

/**
 * What an error of the HTTP client means for the operator: its kind, and one line with cause and remedy.
 * `host` is the authority addressed, `phase` the stage of the request.
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
      `The certificate of ${host} does not carry this name (${oneLine(error)}): use a host name that it carries.`,
    )
  if (CERTIFICATE.test(code))
    return fail(
      'tls',
      `The certificate of ${host} is not trusted: ${FAULTS[code] ?? oneLine(error)} (${code}). ${REMEDIES[code] ?? 'Name its authority in NODE_EXTRA_CA_CERTS, or let it have one that is trusted'}.`,
    )
  if (TLS.test(code)) return fail('tls', `No TLS session with ${host} (${code}): ${tlsAdvice(code)}.`)
  if (TIMED_OUT.has(code)) return fail('timeout', `${host} did not answer in time (${code}).`)
  if (LOST.has(code)) return fail(phase === 'connecting' ? 'refused' : 'reset', lost(phase, host, code))
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return fail(
      'too-large',
      `${host} sends a body that is larger than 8 MiB, or never ends: no more of it is read.`,
    )
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return fail('too-large', `${host} sends headers of more than 64 KiB: no more of them are read.`)
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED')
    return fail('protocol', `The request could not be sent: ${oneLine(error)}.`)
  return phase === 'connecting'
    ? fail('refused', `No connection to ${host}: ${oneLine(error)}.`)
    : brokenMessage(error, code, phase, host)
}

/** The parser failed, or the connection ended; this distinguishes `protocol` and `reset`. */
function brokenMessage(error: unknown, code: string, phase: Phase, host: string): TransportError {
  const text = oneLine(error)
  const cut =
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' ? phase === 'reading' : text.includes('Invalid EOF state')
  const closed = code === 'UND_ERR_SOCKET' && !text.startsWith('bad ')
  if (cut || closed) return new TransportError('reset', lost(phase, host, code), { cause: error })
  const known = otherProtocol(beginningOf(error))
  if (known !== undefined) return new TransportError('protocol', `${host} ${known}.`, { cause: error })
  const detail = /\((.+)\)$/.exec(text)?.[1] ?? text
  const message =
    code === 'UND_ERR_SOCKET'
      ? `${host} sent an interim response that was not asked for: it is allowed to, but this client cannot read it.`
      : `${host} breaks HTTP/1.1 (${detail}): the server, or a proxy in front of it, writes this head or body wrongly.`
  return new TransportError('protocol', message, { cause: error })
}

function tlsAdvice(code: string): string {
  switch (code) {
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return 'what listens there does not speak TLS, so the base URL may have to begin with http://'
    case 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL':
      return 'it speaks HTTP/2 only, and this client speaks HTTP/1.1: let it accept both'
    case 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION':
    case 'ERR_SSL_UNSUPPORTED_PROTOCOL':
      return 'it speaks an outdated version of TLS only: 1.2 or 1.3 is needed'
    case 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED':
    case 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE':
      return 'it may ask for a certificate of the client, which --client-cert and --client-key give'
    default:
      return 'check that it speaks HTTPS on this port'
  }
}

/** The first bytes received in place of a response, if the parser shows them. */
function beginningOf(error: unknown): string {
  return error instanceof Error && 'data' in error && typeof error.data === 'string' ? error.data : ''
}

/** The protocol that starts with these bytes. */
function otherProtocol(beginning: string): string | undefined {
  if (beginning.startsWith('\0\0') && beginning[3] === '\u0004')
    return 'speaks HTTP/2 only, and this client speaks HTTP/1.1: let it accept both'
  if (beginning.startsWith('\u0015\u0003') || beginning.startsWith('\u0016\u0003'))
    return 'speaks TLS on this port: the base URL has to begin with https://'
  const words = /^[A-Z]{2,8}[-/ ][\x20-\x7e]{2,60}/.exec(beginning)?.[0]
  return words === undefined || words.startsWith('HTTP/')
    ? undefined
    : `does not speak HTTP on this port: it sent "${words}"`
}

function lost(phase: Phase, host: string, code: string): string {
  const when = {
    connecting: 'before the connection stood',
    waiting: 'before it sent a response',
    reading: 'before the response was complete',
  }[phase]
  // The codes of undici mean nothing to an operator.
  const named = code === '' || code.startsWith('UND_') ? '' : ` (${code})`
  return `${host} closed the connection ${when}${named}: its log, or that of a proxy in front of it, says why.`
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return error instanceof AggregateError ? codeOf(error.errors[0]) : ''
}

function oneLine(error: unknown): string {
  return visible(error instanceof Error ? error.message : String(error)).slice(0, 200)
}
