import type { Exchange, HeaderLine } from './exchange.ts'

/**
 * An exchange without secrets: texts of the operator, the client and the target are scrubbed. The tool's own
 * names, such as the operation, stay, and so do the base address and the words of the path template: even
 * with the key `conversations`, the path is shown as it was sent.
 */
export function scrubbedExchange(
  exchange: Exchange,
  baseUrl: string,
  text: (one: string) => string,
): Exchange {
  const { request, response, failure, operation } = exchange
  const { url, path, query, headers, body } = request
  const line = ([name, value]: HeaderLine): HeaderLine => [text(name), text(value)]
  return {
    ...exchange,
    request: {
      ...request,
      url: scrubbedUrl(url, baseUrl, operation, text),
      path: scrubbedPath(path, operation, text),
      query: query.map(line),
      headers: headers.map(([name, value]) => [name, text(value)]),
      body: body === undefined ? undefined : text(body),
    },
    response: response && { ...response, headers: response.headers.map(line), text: text(response.text) },
    failure: failure && { ...failure, message: text(failure.message) },
  }
}

function scrubbedUrl(
  url: string,
  baseUrl: string,
  operation: string | undefined,
  text: (one: string) => string,
): string {
  const base = url.startsWith(baseUrl) ? baseUrl : (/^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? '')
  const [, path = '', more = ''] = /^([^?#]*)([^]*)$/.exec(url.slice(base.length)) ?? []
  return base + scrubbedPath(path, operation, text) + text(more)
}

/** Keeps the words of the template; scrubs the whole path if it does not match the template. */
function scrubbedPath(path: string, operation: string | undefined, text: (one: string) => string): string {
  const template = operation?.slice(operation.indexOf('/')).split('/') ?? []
  const segments = path.split('/')
  if (segments.length !== template.length) return text(path)
  return segments.map((one, index) => (one === template[index] ? one : text(one))).join('/')
}
