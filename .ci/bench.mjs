/**
 * What a run and the proxy cost their users. `npm run bench`, or `npm run bench -- runs` or `-- proxy` for one part.
 * Times say something only of a machine that does nothing else.
 */
import { benchProxy } from './bench/proxy.mjs'
import { benchRuns } from './bench/runs.mjs'

const parts = { runs: benchRuns, proxy: benchProxy }
const [only] = process.argv.slice(2)
for (const [name, measure] of Object.entries(parts))
  if (only === undefined || only === name) console.table(await measure())
