// Takes the declarations out of dist that nobody outside can reach: the package has one door, lib/index.d.ts.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const reached = new Set()
const visit = (file) => {
  if (reached.has(file) || !existsSync(file)) return
  reached.add(file)
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g))
    visit(join(dirname(file), path.replace(/\.[jt]s$/, '.d.ts')))
}
visit(join(dist, 'lib', 'index.d.ts'))
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.d.ts') && !reached.has(join(dist, name))) rmSync(join(dist, name))
