import { visible } from '../util/text.ts'
import { TransportError } from './transport.ts'

/** The stage of a request when it failed. */
export type Phase = 'connecting' | 'waiting' | 'reading'

/** What errors with these codes mean. */
interface Meaning {
  readonly codes: RegExp
  readonly kind: TransportError['kind']
  /** Cause and remedy; `words` are those of the error. */
  readonly says: (host: string, code: string, words: string) => string
}

/** The first that fits counts. */
const MEANINGS: readonly Meaning[] = [
  {
    // Limits of this machine: they say nothing about the target.
    codes: /^(?:EMFILE|ENFILE|ENOBUFS|ENOMEM)$/,
    kind: 'refused',
    says: (_, code) =>
      `This machine gives out no more connections (${code}): raise "ulimit -n", or lower --concurrency.`,
  },
  {
    codes: /^(?:ENOTFOUND|EAI_)/,
    kind: 'dns',
    says: (host, code) =>
      `The host name of ${host} could not be resolved (${code}): check the base URL and the network.`,
  },
  {
    codes: /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/,
    kind: 'refused',
    says: (host, code) =>
      `${host} accepts no connection (${code}): check that the service runs there and that the port is right.`,
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    kind: 'tls',
    says: (host, _, words) =>
      `The certificate of ${host} does not carry this name (${words}): use a host name that it carries.`,
  },
  {
    codes:
      /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|CRL_|ERROR_IN_C|INVALID_(?:CA|PURPOSE)|HOSTNAME_MISMATCH|PATH_LENGTH)/,
    kind: 'tls',
    says: (host, code, words) =>
      `The certificate of ${host} is not trusted: ${words} (${code}). Name its authority in NODE_EXTRA_CA_CERTS, or let it have one that is valid and trusted.`,
  },
  {
    codes: /^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/,
    kind: 'tls',
    says: (host, code) => `No TLS session with ${host} (${code}): ${tlsAdvice(code)}.`,
  },
  {
    codes: /^(?:UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/,
    kind: 'timeout',
    says: (host, code) => `${host} did not answer in time (${code}).`,
  },
  {
    codes: /^UND_ERR_RES_EXCEEDED_MAX_SIZE$/,
    kind: 'too-large',
    says: (host) => `${host} sends a body that is larger than 8 MiB, or never ends: no more of it is read.`,
  },
  {
    codes: /^UND_ERR_HEADERS_OVERFLOW$/,
    kind: 'too-large',
    says: (host) => `${host} sends headers of more than 64 KiB: no more of them are read.`,
  },
  {
    codes: /^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED)$/,
    kind: 'protocol',
    says: (_, __, words) => `The request could not be sent: ${words}.`,
  },
]

const LOST = /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_CLOSED|UND_ERR_DESTROYED|HPE_INVALID_EOF_STATE)$/

/**
 * What an error of the HTTP client means for the operator: its kind, and one line with cause and remedy.
 * `host` is the authority addressed, `phase` the stage of the request.
 */
export function classify(error: unknown, phase: Phase, host: string): TransportError {
  if (error instanceof TransportError) return error
  const code = codeOf(error)
  const fail = (kind: TransportError['kind'], message: string): TransportError =>
    new TransportError(kind, message, { cause: error })
  const meaning = MEANINGS.find(({ codes }) => codes.test(code))
  if (meaning !== undefined) return fail(meaning.kind, meaning.says(host, code, oneLine(error)))
  if (LOST.test(code)) return fail(phase === 'connecting' ? 'refused' : 'reset', lost(phase, host, code))
  return phase === 'connecting'
    ? fail('refused', `No connection to ${host}: ${oneLine(error)}.`)
    : brokenMessage(error, code, phase, host)
}

/** The parser failed, or the connection ended; this distinguishes `protocol` and `reset`. */
function brokenMessage(error: unknown, code: string, phase: Phase, host: string): TransportError {
  const text = oneLine(error)
  const cut = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && phase === 'reading'
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
  // The codes of undici and of its parser mean nothing to an operator.
  const named = /^(?:UND_|HPE_|$)/.test(code) ? '' : ` (${code})`
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
