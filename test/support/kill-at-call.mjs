/**
 * Kills this process right before its nth file-changing call (KILL_AT), as a power loss or an operator would: `node
 * --import ./test/support/kill-at-call.mjs program.js`. Without KILL_AT it lists the calls.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const CHANGING = [
  'appendFileSync',
  'chmodSync',
  'copyFileSync',
  'fsyncSync',
  'linkSync',
  'mkdirSync',
  'renameSync',
  'rmSync',
  'truncateSync',
  'writeFileSync',
]
const killAt = Number(process.env.KILL_AT ?? 0)
let count = 0

for (const name of CHANGING) {
  const original = fs[name]
  fs[name] = (...args) => {
    count += 1
    if (count === killAt) process.kill(process.pid, 'SIGKILL')
    if (killAt === 0) process.stdout.write(`call ${count}: ${name} ${args[0]}\n`)
    return original(...args)
  }
}
syncBuiltinESMExports()
