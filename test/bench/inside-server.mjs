/**
 * Loaded into a server with `--import`: counts its statements and watches its event loop. On SIGUSR2 it writes its
 * figures to the file in BENCH_INSIDE and starts over.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { countStatements, counts } from './count-statements.mjs'

const file = process.env.BENCH_INSIDE ?? ''
const EVERY_MS = 1
const seen = { longestMs: 0, longestBusyMs: 0 }
let last = moment()

countStatements()
setInterval(look, EVERY_MS).unref()
process.on('SIGUSR2', () => {
  writeFileSync(`${file}.draft`, JSON.stringify({ ...counts, ...seen }))
  renameSync(`${file}.draft`, file)
  Object.assign(counts, { run: 0, prepared: 0 })
  Object.assign(seen, { longestMs: 0, longestBusyMs: 0 })
})

/** When other processes share the core, CPU time says more than elapsed time. */
function look() {
  const now = moment()
  const stood = now.at - last.at - EVERY_MS
  seen.longestMs = Math.max(seen.longestMs, stood)
  seen.longestBusyMs = Math.max(seen.longestBusyMs, Math.min(stood, now.busy - last.busy))
  last = now
}

function moment() {
  const { user, system } = process.cpuUsage()
  return { at: performance.now(), busy: (user + system) / 1000 }
}
