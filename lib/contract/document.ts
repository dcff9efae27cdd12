import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from './json.ts'
import { asObject } from './json.ts'

let cached: JsonObject | undefined

/**
 * Reads fixtures/openapi.json of this package, once. Do not alter what it returns: everybody shares it.
 * @throws when the package was installed without the file.
 */
export function contractDocument(): JsonObject {
  cached ??= asObject(JSON.parse(readFileSync(contractFile(), 'utf8')))
  return cached
}

/** Works from lib/ and from dist/lib/ alike: the package root is the nearest folder above that has a package.json. */
function contractFile(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('No package.json stands above the contract loader')
    folder = parent
  }
  return join(folder, 'fixtures', 'openapi.json')
}
