import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The version of this package, from the nearest package.json above: in a checkout, in dist and when installed. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '0.0.0'
}

/** How a record names this tool. */
export function thisTool(): { readonly name: 'chat-agent-conformance'; readonly version: string } {
  return { name: 'chat-agent-conformance', version: packageVersion() }
}

/** The folder that holds package.json. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    if (dirname(folder) === folder) throw new Error('package.json is missing from this installation')
    folder = dirname(folder)
  }
  return folder
}
