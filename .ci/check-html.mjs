// Opens the report in Chromium: samples with 0, 3 and 300 findings and an error, at desktop and phone width, light and dark.
// Fails on an accessibility violation (axe), a request to anywhere, an error of a script, or a page that scrolls sideways.
// CHROMIUM names the browser; screenshots go to reports/screenshots.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const root = fileURLToPath(new URL('..', import.meta.url))
const build = join(root, 'dist', 'check-html')
const shots = join(root, 'reports', 'screenshots')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// The samples are no part of the build.
const sources = ['lib/app/report/testing/sample-records.ts', 'lib/app/report/html/render.ts']
const options =
  '--noEmit false --module nodenext --target es2023 --rewriteRelativeImportExtensions --resolveJsonModule --skipLibCheck --types node --rootDir . --ignoreConfig'
execFileSync(
  process.execPath,
  [
    createRequire(import.meta.url)
      .resolve('typescript/package.json')
      .replace('package.json', 'bin/tsc'),
    ...sources,
    ...options.split(' '),
    '--outDir',
    build,
  ],
  { cwd: root, stdio: 'inherit' },
)
const load = (path) => import(pathToFileURL(join(build, path)).href)
const { SAMPLES } = await load('lib/app/report/testing/sample-records.js')
const { renderHtml } = await load('lib/app/report/html/render.js')
const { viewOf } = await load('lib/app/report/view/view.js')

mkdirSync(shots, { recursive: true })
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
if (!existsSync(executablePath)) {
  console.error(`no Chromium at ${executablePath}: install it, or set CHROMIUM to its path`)
  process.exit(2)
}
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu'],
})
const problems = []
for (const [name, sample] of Object.entries(SAMPLES)) {
  const file = join(shots, `${name}.html`)
  writeFileSync(file, renderHtml(viewOf(sample())))
  for (const [width, height] of [
    [1280, 900],
    [390, 844],
  ]) {
    for (const colorScheme of ['light', 'dark']) {
      const title = `${name}-${width}-${colorScheme}`
      const page = await browser.newPage({ viewport: { width, height }, colorScheme })
      const problem = (text) => problems.push(`${title}: ${text}`)
      page.on('pageerror', (error) => problem(`script error: ${error.message}`))
      page.on('request', (request) => {
        if (!request.url().startsWith('file:') && !request.url().startsWith('data:'))
          problem(`request to ${request.url()}`)
      })
      await page.goto(pathToFileURL(file).href)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (wide > 0) problem(`scrolls sideways by ${wide} pixels`)
      // Not as a script of the page: its content security policy forbids that.
      await page.evaluate(axe)
      const { violations } = await page.evaluate(() => window.axe.run())
      for (const { id, help, nodes } of violations) problem(`${id}: ${help} (${nodes[0]?.target.join(' ')})`)
      await page.screenshot({ path: join(shots, `${title}.png`) })
      await page.close()
    }
  }
}
await browser.close()
rmSync(build, { recursive: true, force: true })
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? `html: ok, screenshots in ${shots}` : `${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
