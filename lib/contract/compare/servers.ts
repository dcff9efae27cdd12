import { own } from '../json.ts'
import type { Context } from './context.ts'

/**
 * Compares the version in the addresses: the path segment `v1` (part 9). It may stand in the servers or in the paths, and an address need
 * not be told at all, so that only another version in place of `v1` is a contradiction. An address with variables says nothing certain.
 * @param prefix what stands before the paths of the operations
 */
export function compareServers(context: Context, prefix: string): void {
  const servers = own(context.served.root.value, 'servers')
  const listed: unknown[] = Array.isArray(servers) && servers.length > 0 ? servers : [{ url: '/' }]
  const addresses = listed.map((server) => own(server, 'url'))
  if (!addresses.every((url) => typeof url === 'string' && !url.includes('{'))) return
  const versions = addresses.map((url) => versionsIn(`${pathOf(String(url))}${prefix}`))
  if (versions.some((found) => found.length === 0 || found.includes('v1'))) return
  const inPaths = versionsIn(prefix).length > 0
  context.report({
    kind: 'operation',
    where: inPaths ? 'paths' : 'servers',
    leaf: 'version',
    expected: 'addresses with the version v1',
    received: inPaths ? prefix : addresses.join(', ').slice(0, 200),
    origins: new Set([inPaths ? '/paths' : '/servers']),
  })
}

/** The path of an address, which may be relative. */
function pathOf(url: string): string {
  return url.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
}

function versionsIn(path: string): string[] {
  return path.split('/').filter((segment) => /^v\d+$/.test(segment))
}
