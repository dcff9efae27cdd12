import { messageOf } from '../util/errors.ts'
import { visible } from '../util/text.ts'
import { TransportError } from './transport.ts'

/** The stage of a request when it failed. */
export type RequestPhase = 'connecting' | 'waiting' | 'reading'

interface Failure {
  /** The authority addressed. */
  readonly host: string
  /** Empty if it has none. */
  readonly code: string
  readonly words: string
  /** The text that arrived instead of a valid response. */
  readonly received: string
}

interface Meaning {
  /** Matches the code, a space and the message of the error; absent: any error. */
  readonly error?: RegExp
  /** Absent: at any stage. */
  readonly phase?: RequestPhase
  /** Absent: whatever came in place of a response. */
  readonly received?: RegExp
  readonly kind: TransportError['kind']
  /** Cause and remedy, in one line. */
  readonly says: (failure: Failure) => string
}

const LOST = /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_CLOSED|UND_ERR_DESTROYED|HPE_INVALID_EOF_STATE) /
/**
 * Undici reports a response that it cannot parse with a message such as `bad response`: the connection was
 * not closed.
 */
const CLOSED = new RegExp(`${LOST.source}|^UND_ERR_SOCKET (?!bad )`)
const CUT = new RegExp(`${CLOSED.source}|^UND_ERR_RES_CONTENT_LENGTH_MISMATCH `)

/** The first entry that matches decides. */
const MEANINGS: readonly Meaning[] = [
  // Limits of this machine: they say nothing about the target.
  {
    error: /^(?:EMFILE|ENFILE|ENOBUFS|ENOMEM) /,
    kind: 'refused',
    says: ({ code }) =>
      `This machine gives out no more connections (${code}): raise "ulimit -n", or lower --concurrency.`,
  },
  {
    error:
      /^(?:EAI_MEMORY|Z_MEM_ERROR|ERR_MEMORY_ALLOCATION_FAILED) |Array buffer allocation failed|Invalid (?:typed )?array length/,
    kind: 'refused',
    says: ({ words }) =>
      `This machine has no memory left for the answer (${words}): give the process more, or lower --concurrency.`,
  },
  {
    error: /^(?:ENOTFOUND|EAI_)/,
    kind: 'dns',
    says: ({ host, code }) =>
      `The host name of ${host} could not be resolved (${code}): check the base URL and the network.`,
  },
  {
    error: /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL) /,
    kind: 'refused',
    says: ({ host, code }) =>
      `${host} accepts no connection (${code}): check that the service runs there and that the port is right.`,
  },
  {
    error: /^ERR_TLS_CERT_ALTNAME_INVALID /,
    kind: 'tls',
    says: ({ host, words }) =>
      `The certificate of ${host} does not carry this name (${words}): use a host name that it carries.`,
  },
  {
    error:
      /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|CRL_|ERROR_IN_C|INVALID_(?:CA|PURPOSE)|HOSTNAME_MISMATCH|PATH_LENGTH)/,
    kind: 'tls',
    says: ({ host, code, words }) =>
      `The certificate of ${host} is not trusted: ${words} (${code}). Name its authority in NODE_EXTRA_CA_CERTS, or let it have one that is valid and trusted.`,
  },
  {
    error: /^ERR_SSL_(?:TLSV13_ALERT_CERTIFICATE_REQUIRED|SSLV3_ALERT_HANDSHAKE_FAILURE) /,
    kind: 'tls',
    says: ({ host, code }) =>
      `No TLS session with ${host} (${code}): it may ask for a certificate of the client, which --client-cert and --client-key give.`,
  },
  {
    error: /^(?:ERR_SSL_|ERR_TLS_|EPROTO )/,
    kind: 'tls',
    says: ({ host, code }) =>
      `No TLS session with ${host} (${code}): check that it speaks TLS 1.2 or 1.3 and HTTP/1.1 on this port; for plain HTTP, the base URL begins with http://.`,
  },
  {
    error: /^(?:UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT) /,
    kind: 'timeout',
    says: ({ host, code }) => `${host} did not answer in time (${code}).`,
  },
  {
    error: /^UND_ERR_RES_EXCEEDED_MAX_SIZE /,
    kind: 'too-large',
    says: ({ host }) =>
      `${host} sends a body that is larger than 8 MiB, or never ends: no more of it is read.`,
  },
  {
    error: /^UND_ERR_HEADERS_OVERFLOW /,
    kind: 'too-large',
    says: ({ host }) => `${host} sends headers of more than 16 KiB: no more of them are read.`,
  },
  {
    error: /Proxy (?:response|Authentication Required) \(/,
    kind: 'refused',
    says: ({ host, words }) =>
      `The proxy opened no connection to ${host} (${words}): 407 asks for credentials, as in http://USER:PASSWORD@HOST:PORT.`,
  },
  {
    error: /^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED) /,
    kind: 'protocol',
    says: ({ words }) => `The request could not be sent: ${words}.`,
  },
  { phase: 'connecting', error: CLOSED, kind: 'refused', says: closed('before the connection stood') },
  { phase: 'waiting', error: CLOSED, kind: 'reset', says: closed('before it sent a response') },
  { phase: 'reading', error: CUT, kind: 'reset', says: closed('before the response was complete') },
  { phase: 'connecting', kind: 'refused', says: ({ host, words }) => `No connection to ${host}: ${words}.` },
  {
    // The first record of TLS is an alert, or a handshake.
    // oxlint-disable-next-line no-control-regex -- its bytes
    received: /^[\u0015\u0016]\u0003/,
    kind: 'protocol',
    says: ({ host }) => `${host} speaks TLS on this port: the base URL has to begin with https://.`,
  },
  {
    kind: 'protocol',
    says: ({ host, words }) =>
      `${host} sent what this client cannot read as HTTP/1.1 (${/\((.+)\)$/.exec(words)?.[1] ?? words}): the server, or a proxy in front of it, may write its head or body wrongly.`,
  },
]

/**
 * The meaning of an HTTP client's error for the operator: its kind, and one line with cause and remedy.
 * `host` is the authority addressed, `phase` the stage of the request.
 */
export function classify(error: unknown, phase: RequestPhase, host: string): TransportError {
  if (error instanceof TransportError) return error
  const words = visible(messageOf(error)).slice(0, 200)
  const received = error instanceof Error && 'data' in error ? String(error.data) : ''
  const failure = { host, code: codeOf(error), words, received }
  const meaning = MEANINGS.find(
    (one) =>
      (one.error?.test(`${failure.code} ${words}`) ?? true) &&
      (one.phase ?? phase) === phase &&
      (one.received?.test(received) ?? true),
  )
  return new TransportError(meaning?.kind ?? 'protocol', meaning?.says(failure) ?? words, { cause: error })
}

function closed(when: string): Meaning['says'] {
  return ({ host, code }) => {
    // The codes of undici and of its parser mean nothing to an operator.
    const named = /^(?:UND_|HPE_|$)/.test(code) ? '' : ` (${code})`
    return `${host} closed the connection ${when}${named}: its log, or that of a proxy in front of it, says why.`
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return error instanceof AggregateError ? codeOf(error.errors[0]) : ''
}
