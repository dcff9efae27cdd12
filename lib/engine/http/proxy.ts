import { ConfigurationError } from '../util/errors.ts'
import { percentDecoded } from '../util/text.ts'

/** HTTP proxies on the way to a target, as undici takes them. */
export interface Proxies {
  /** For addresses of http and https: `http://USER:PASSWORD@HOST:PORT`; empty: none. */
  readonly httpProxy: string
  readonly httpsProxy: string
  /** Hosts that are reached directly, themselves or by their domain. */
  readonly noProxy: string
}

/** Requests to this machine never go through a proxy. */
const LOOPBACK = 'localhost,.localhost,127.0.0.1,[::1]'

/**
 * The proxies that the usual variables of an environment name (`https_proxy` before `HTTPS_PROXY`); undefined if they name none.
 * @throws ConfigurationError if one is not the address of an HTTP proxy
 */
export function proxiesOf(environment: Readonly<Record<string, string | undefined>>): Proxies | undefined {
  const valueOf = (name: string): string => environment[name] || environment[name.toUpperCase()] || ''
  const addressIn = (name: string): string => {
    const text = valueOf(name)
    if (text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text))) return text
    throw new ConfigurationError(
      `${name.toUpperCase()} must be the address of an HTTP proxy, like http://proxy:3128; special characters of a password are percent-encoded (# is %23)`,
    )
  }
  const [httpProxy, httpsProxy, excepted] = [
    addressIn('http_proxy'),
    addressIn('https_proxy'),
    valueOf('no_proxy'),
  ]
  if (httpProxy === '' && httpsProxy === '') return undefined
  return { httpProxy, httpsProxy, noProxy: excepted === '*' ? excepted : `${LOOPBACK},${excepted}` }
}

/** The secrets in the addresses of proxies: their passwords. */
export function proxyPasswords({ httpProxy, httpsProxy }: Proxies): { name: string; value: string }[] {
  const named = { HTTP_PROXY: httpProxy, HTTPS_PROXY: httpsProxy }
  return Object.entries(named).flatMap(([name, address]) => {
    const password = address === '' ? '' : new URL(address).password
    return [...new Set([password, percentDecoded(password)])].map((value) => ({ name, value }))
  })
}
