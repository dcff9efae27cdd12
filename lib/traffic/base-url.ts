import { CONTRACT } from '../spec/api.ts'

/**
 * The most likely base address of the API in a recording: the one below which most requests are operations of the
 * API. Addresses that end in a version segment win over others.
 * @returns undefined if no request looks like this API
 */
export function inferBaseUrl(
  requests: readonly { readonly method: string; readonly url: string }[],
): string | undefined {
  const votes = new Map<string, Set<string>>()
  for (const { method, url } of requests) {
    for (const [base, operation] of candidates(method, url)) {
      votes.set(base, (votes.get(base) ?? new Set()).add(`${operation} ${url}`))
    }
  }
  const [best] = [...votes].sort(
    ([a, forA], [b, forB]) => Number(versioned(b)) - Number(versioned(a)) || forB.size - forA.size,
  )
  return best?.[0]
}

function versioned(base: string): boolean {
  return /\/v\d+$/.test(base)
}

/** The base addresses below which a request would be an operation of the API, each with that operation. */
function* candidates(method: string, url: string): Generator<readonly [base: string, operation: string]> {
  const { origin, pathname } = new URL(url)
  const segments = pathname.split('/').slice(1)
  for (const operation of CONTRACT.operations.values()) {
    if (operation.method !== method) continue
    const template = operation.path.split('/').slice(1)
    const start = segments.length - template.length
    if (start < 0) continue
    const fits = template.every((wanted, index) => {
      const segment = segments[start + index] ?? ''
      return wanted.startsWith('{') ? segment !== '' : segment === wanted
    })
    if (fits) yield [[origin, ...segments.slice(0, start)].join('/'), operation.key]
  }
}
