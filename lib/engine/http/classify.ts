import { messageOf } from '../util/errors.ts'
import { visible } from '../util/text.ts'
import { TransportError } from './transport.ts'

/** The stage of a request when it failed. */
export type Phase = 'connecting' | 'waiting' | 'reading'

/**
 * What errors with these codes mean: cause and remedy, where `HOST` stands for the authority addressed, `CODE` for the code and
 * `WORDS` for those of the error. The first that fits counts.
 */
const MEANINGS: readonly (readonly [codes: RegExp, kind: TransportError['kind'], says: string])[] = [
  // Limits of this machine: they say nothing about the target.
  [
    /^(?:EMFILE|ENFILE|ENOBUFS|ENOMEM)$/,
    'refused',
    'This machine gives out no more connections (CODE): raise "ulimit -n", or lower --concurrency.',
  ],
  [
    /^(?:ENOTFOUND|EAI_)/,
    'dns',
    'The host name of HOST could not be resolved (CODE): check the base URL and the network.',
  ],
  [
    /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/,
    'refused',
    'HOST accepts no connection (CODE): check that the service runs there and that the port is right.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'tls',
    'The certificate of HOST does not carry this name (WORDS): use a host name that it carries.',
  ],
  [
    /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|CRL_|ERROR_IN_C|INVALID_(?:CA|PURPOSE)|HOSTNAME_MISMATCH|PATH_LENGTH)/,
    'tls',
    'The certificate of HOST is not trusted: WORDS (CODE). Name its authority in NODE_EXTRA_CA_CERTS, or let it have one that is valid and trusted.',
  ],
  [
    /^ERR_SSL_(?:TLSV13_ALERT_CERTIFICATE_REQUIRED|SSLV3_ALERT_HANDSHAKE_FAILURE)$/,
    'tls',
    'No TLS session with HOST (CODE): it may ask for a certificate of the client, which --client-cert and --client-key give.',
  ],
  [
    /^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/,
    'tls',
    'No TLS session with HOST (CODE): check that it speaks TLS 1.2 or 1.3 and HTTP/1.1 on this port; for plain HTTP, the base URL begins with http://.',
  ],
  [
    /^(?:UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/,
    'timeout',
    'HOST did not answer in time (CODE).',
  ],
  [
    /^UND_ERR_RES_EXCEEDED_MAX_SIZE$/,
    'too-large',
    'HOST sends a body that is larger than 8 MiB, or never ends: no more of it is read.',
  ],
  [
    /^UND_ERR_HEADERS_OVERFLOW$/,
    'too-large',
    'HOST sends headers of more than 64 KiB: no more of them are read.',
  ],
  [/^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED)$/, 'protocol', 'The request could not be sent: WORDS.'],
]

const LOST = /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_CLOSED|UND_ERR_DESTROYED|HPE_INVALID_EOF_STATE)$/

/**
 * What an error of the HTTP client means for the operator: its kind, and one line with cause and remedy.
 * `host` is the authority addressed, `phase` the stage of the request.
 */
export function classify(error: unknown, phase: Phase, host: string): TransportError {
  if (error instanceof TransportError) return error
  const code = codeOf(error)
  const words = visible(messageOf(error)).slice(0, 200)
  const fail = (kind: TransportError['kind'], message: string): TransportError =>
    new TransportError(kind, message, { cause: error })
  const [, kind, says] = MEANINGS.find(([codes]) => codes.test(code)) ?? []
  if (kind !== undefined && says !== undefined)
    return fail(
      kind,
      says.replace(/HOST|CODE|WORDS/g, (name) => ({ HOST: host, CODE: code })[name] ?? words),
    )
  const isCut = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && phase === 'reading'
  const isClosed = code === 'UND_ERR_SOCKET' && !words.startsWith('bad ')
  if (LOST.test(code) || isCut || isClosed)
    return fail(phase === 'connecting' ? 'refused' : 'reset', lost(phase, host, code))
  if (phase === 'connecting') return fail('refused', `No connection to ${host}: ${words}.`)
  return fail('protocol', unreadable(error, words, host))
}

/** What came in place of a response of HTTP/1.1. */
function unreadable(error: unknown, words: string, host: string): string {
  const beginning = error instanceof Error && 'data' in error ? String(error.data) : ''
  // Its first record is an alert, or a handshake.
  if (beginning.startsWith('\u0015\u0003') || beginning.startsWith('\u0016\u0003'))
    return `${host} speaks TLS on this port: the base URL has to begin with https://.`
  const detail = /\((.+)\)$/.exec(words)?.[1] ?? words
  return `${host} sent what this client cannot read as HTTP/1.1 (${detail}): the server, or a proxy in front of it, may write its head or body wrongly.`
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
