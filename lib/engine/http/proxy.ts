import { ConfigurationError } from '../util/errors.ts'
import { percentDecoded } from '../util/text.ts'
import { TransportError } from './transport.ts'

/** The usual variables, as in the environment. */
export type ProxyVariables = Readonly<Partial<Record<(typeof PROXY_VARIABLES)[number], string>>>

const PROXY_VARIABLES = [
  'http_proxy',
  'HTTP_PROXY',
  'https_proxy',
  'HTTPS_PROXY',
  'all_proxy',
  'ALL_PROXY',
  'no_proxy',
  'NO_PROXY',
] as const

/** The usual proxy variables of an environment. */
export function proxiesOf(environment: Readonly<Record<string, string | undefined>>): ProxyVariables {
  return Object.fromEntries(
    PROXY_VARIABLES.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  )
}

/** In the order of curl: the lower-case name first, and the variables for all schemes last. */
const BY_SCHEME: Readonly<Record<string, readonly (keyof ProxyVariables)[]>> = {
  'http:': ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'],
  'https:': ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'],
}

/** An HTTP proxy. */
export interface Proxy {
  /** Scheme, host and port; without credentials, so that it can be shown. */
  readonly origin: string
  /** The variable that it comes from. */
  readonly variable: string
  /** Value of `Proxy-Authorization`. */
  readonly authorization?: string
}

/**
 * The proxy for an address; undefined if no variable names one, if `NO_PROXY` names the host, or if the host is this
 * machine.
 * @param url - absolute, http or https
 * @throws ConfigurationError if the variable is not the address of an HTTP proxy
 */
export function proxyFor(url: string, variables: ProxyVariables): Proxy | undefined {
  const { protocol, hostname, port } = new URL(url)
  const variable = BY_SCHEME[protocol]?.find((name) => (variables[name] ?? '') !== '')
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (variable === undefined || isLoopback(host)) return undefined
  const names = [host, `${hostname}:${port === '' ? DEFAULT_PORTS[protocol] : port}`]
  const isExcepted = (variables.no_proxy ?? variables.NO_PROXY ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => entry.replace(/^\*?\./, '').replace(/^\[(.*)\]$/, '$1'))
    .some((entry) => entry === '*' || names.some((name) => name === entry || name.endsWith(`.${entry}`)))
  return isExcepted ? undefined : parsed(variables[variable]!, variable)
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || host.startsWith('127.')
}

/** What went wrong at a proxy, with the remedy. */
export function proxyFailure({ origin, variable }: Proxy, what: string, cause?: unknown): TransportError {
  return new TransportError(
    'refused',
    `The proxy ${origin} (${variable}) ${what}: check the variable, or name the host of the target in NO_PROXY.`,
    { cause },
  )
}

/** The secrets in the variables: passwords of proxies. */
export function proxyPasswords(variables: ProxyVariables): { name: string; value: string }[] {
  return PROXY_VARIABLES.flatMap((name) => {
    const url = addressOf(variables[name] ?? '')
    if (url === undefined || url.password === '') return []
    return [...new Set([url.password, percentDecoded(url.password)])].map((value) => ({ name, value }))
  })
}

function parsed(text: string, variable: string): Proxy {
  const url = addressOf(text)
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new ConfigurationError(
      `${variable} must be the address of an HTTP proxy, like http://proxy:3128${/^socks/i.test(text) ? ', not of a SOCKS proxy' : ''}; a host in NO_PROXY is reached directly`,
    )
  const { origin, username, password } = url
  if (username === '') return { origin, variable }
  const credentials = Buffer.from(`${percentDecoded(username)}:${percentDecoded(password)}`).toString(
    'base64',
  )
  return { origin, variable, authorization: `Basic ${credentials}` }
}

/** Many write `proxy:3128`, which curl takes as http, and passwords as they are: `http://me:pass#word@proxy:3128`. */
function addressOf(text: string): URL | undefined {
  const full = (text.includes('://') ? text : `http://${text}`).replace(/(?<=:\/\/).*(?=@)/, (credentials) =>
    credentials.replaceAll(/[#?/\\@[\]]/g, encodeURIComponent),
  )
  return URL.canParse(full) ? new URL(full) : undefined
}
