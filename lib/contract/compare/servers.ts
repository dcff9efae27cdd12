import { own } from '../json.ts'
import type { Context } from './context.ts'

/**
 * Compares the version in the addresses: a path segment like `v1`. It may stand in the servers or in the paths, and an address need
 * not be given at all, so that only another version in place of the contract's is a contradiction. An address with variables says nothing certain.
 * @param prefix what stands before the paths of the operations
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
export function versionOf({ contract }: Context): string | undefined {
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
