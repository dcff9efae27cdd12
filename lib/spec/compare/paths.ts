import { entries, own } from '../json.ts'
import type { Context } from './context.ts'
import type { Located, Reader } from './reader.ts'

/** An operation that both documents describe. */
export interface MatchedOperation {
  readonly key: string
  readonly contract: Located
  readonly contractItem: Located
  readonly served: Located
  readonly servedItem: Located
}

/** The operations that both documents describe, and the prefix of the served paths. */
interface Matched {
  readonly operations: readonly MatchedOperation[]
  readonly prefix: string
}

/**
 * Finds the contract's operations in the served document and reports those that it lacks. Path parameters may have
 * any name. The version segment may be part of the paths or of the servers: the prefix with the most operations is
 * used.
 */
export function matchOperations(context: Context): Matched {
  const { contract, served } = context
  const items = pathItems(served)
  const ours = pathItems(contract)
  const prefix = commonPrefix(items, context)
  const matched: MatchedOperation[] = []
  for (const key of context.operations) {
    const [method = '', path = ''] = key.split(' ')
    const template = anonymous(path)
    const wanted = operationAt(contract, ours.get(template) ?? [], method)
    if (wanted === undefined) continue
    const candidates = [...(items.get(prefix + template) ?? []), ...(items.get(template) ?? [])]
    const stated = operationAt(served, candidates, method)
    if (stated !== undefined)
      matched.push({
        key,
        contract: wanted.operation,
        contractItem: wanted.item,
        served: stated.operation,
        servedItem: stated.item,
      })
    else if (candidates.some((item) => served.resolve(item) === undefined)) context.skip(key)
    else {
      const origins = new Set([`/paths ${key}`])
      context.report({
        kind: 'operation',
        where: key,
        leaf: key,
        expected: key,
        received: 'not described',
        origins,
      })
    }
  }
  return { operations: matched, prefix }
}

interface Found {
  readonly operation: Located
  readonly item: Located
}

function operationAt(reader: Reader, items: readonly Located[], method: string): Found | undefined {
  for (const listed of items) {
    // A path item may have members beside its `$ref`; those of the referenced one come first.
    for (const item of [reader.resolve(listed), listed]) {
      const operation = item === undefined ? undefined : reader.child(item, method.toLowerCase())
      if (item !== undefined && operation !== undefined) return { operation, item }
    }
  }
  return undefined
}

/** Path items by their template without parameter names. */
function pathItems(reader: Reader): Map<string, Located[]> {
  const items = new Map<string, Located[]>()
  const paths = reader.child(reader.root, 'paths')
  for (const [path] of entries(own(reader.root.value, 'paths'))) {
    const item = paths === undefined ? undefined : reader.child(paths, path)
    if (item === undefined || !path.startsWith('/')) continue
    const template = anonymous(path)
    items.set(template, [...(items.get(template) ?? []), item])
  }
  return items
}

function anonymous(path: string): string {
  return path.replaceAll(/\{[^{}/]*\}/g, '{}')
}

function commonPrefix(items: ReadonlyMap<string, readonly Located[]>, context: Context): string {
  const ours = versionOf(context)
  const versioned = (prefix: string): boolean =>
    prefix === '' || (ours !== undefined && prefix.split('/').includes(ours))
  const wanted = context.operations.map((key) => anonymous(key.split(' ')[1] ?? ''))
  const counts = new Map<string, number>([['', 0]])
  for (const path of items.keys()) {
    for (const suffix of new Set(wanted)) {
      if (!path.endsWith(suffix)) continue
      const prefix = path.slice(0, path.length - suffix.length)
      counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
    }
  }
  // If two versions are described side by side, the contract's version is used.
  const ranked = [...counts].sort(
    ([a, n], [b, m]) => m - n || Number(versioned(b)) - Number(versioned(a)) || a.length - b.length,
  )
  return ranked[0]?.[0] ?? ''
}

/**
 * Compares the version in the addresses: a path segment like `v1`. It may be part of the servers or of the paths, and
 * servers are optional, so only another version instead of the contract's is a contradiction. Addresses with
 * variables are skipped.
 * @param prefix - the prefix of the served paths
 */
export function compareServers(context: Context, prefix: string): void {
  const wanted = versionOf(context)
  if (wanted === undefined) return
  const servers = own(context.served.root.value, 'servers')
  const listed: unknown[] = Array.isArray(servers) && servers.length > 0 ? servers : [{ url: '/' }]
  const addresses = listed.map((server) => own(server, 'url'))
  if (!addresses.every((url) => typeof url === 'string' && !url.includes('{'))) return
  const versions = addresses.map((url) => versionsIn(`${pathOf(String(url))}${prefix}`))
  if (versions.some((found) => found.length === 0 || found.includes(wanted))) return
  const inPaths = versionsIn(prefix).length > 0
  context.report({
    kind: 'operation',
    where: inPaths ? 'paths' : 'servers',
    leaf: 'version',
    expected: `addresses with the version ${wanted}`,
    received: inPaths ? prefix : addresses.join(', ').slice(0, 200),
    origins: new Set([inPaths ? '/paths' : '/servers']),
  })
}

/** The version segment of the contract's own address; undefined where it names none. */
function versionOf({ contract }: Context): string | undefined {
  const servers = own(contract.root.value, 'servers')
  const url = Array.isArray(servers) ? own(servers[0], 'url') : undefined
  return typeof url === 'string' ? versionsIn(pathOf(url)).at(-1) : undefined
}

/** The path of an address, which may be relative. */
function pathOf(url: string): string {
  return url.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
}

function versionsIn(path: string): string[] {
  return path.split('/').filter((segment) => /^v\d+$/.test(segment))
}
