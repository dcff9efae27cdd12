import type { Contract } from '../contract/index.ts'

/**
 * The base address that most requests of a recording fit, where operations of the API follow it. An address that ends in a version
 * segment, as part 9 of the specification has it, wins over one that does not.
 * @returns undefined where nothing looks like this API
 */
export function inferBaseUrl(
  contract: Contract,
  requests: readonly { readonly method: string; readonly url: string }[],
): string | undefined {
  const votes = new Map<string, Set<string>>()
  for (const { method, url } of requests) {
    for (const [base, operation] of candidates(contract, method, url)) {
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

/** Addresses below which a request would be one of the operations, with that operation. */
function* candidates(
  contract: Contract,
  method: string,
  url: string,
): Generator<readonly [base: string, operation: string]> {
  const { origin, pathname } = new URL(url)
  const segments = pathname.split('/').slice(1)
  for (const operation of contract.operations.values()) {
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
