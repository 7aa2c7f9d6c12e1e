import { backups } from './backups.ts'
import { codes } from './codes.ts'
import { exportLoad, exports, shipKills } from './exports.ts'
import { fail } from './fail.ts'
import { floods } from './floods.ts'
import { guesses } from './guesses.ts'
import { hostileReviews } from './hostile-reviews.ts'
import { kills } from './kills.ts'
import { members } from './members.ts'
import { nodeVersions } from './node-versions.ts'
import { oddRequests } from './odd-requests.ts'
import { oneCharge } from './one-charge.ts'
import { oversell } from './oversell.ts'
import type { Proof } from './proof.ts'
import { renewals } from './renewals.ts'
import { simulation } from './simulation.ts'
import { sockets } from './sockets.ts'
import { statements } from './statements.ts'
import { syncs } from './syncs.ts'
import { tracking } from './tracking.ts'
import { webhooks } from './webhooks.ts'
import { worlds } from './worlds.ts'

/**
 * `npm run proof`: the scenarios of test/process at full size (figures.ts), for a nightly run rather than every change.
 * `npm run proof -- kills` runs one of them. Needs only Node and a few hundred megabytes in the temporary folder;
 * counting syncs needs strace, on a Linux that lets it attach.
 */
const PROOFS: Proof[] = [
  oversell,
  oneCharge,
  webhooks,
  kills,
  exports,
  exportLoad,
  shipKills,
  codes,
  guesses,
  backups,
  syncs,
  simulation,
  statements,
  worlds,
  nodeVersions,
  oddRequests,
  hostileReviews,
  sockets,
  tracking,
  renewals,
  members,
  floods,
]

const wanted = process.argv.slice(2)
const chosen = PROOFS.filter((proof) => wanted.length === 0 || wanted.includes(proof.name))
const unknown = wanted.filter((name) => !PROOFS.some((proof) => proof.name === name))
if (unknown.length > 0)
  fail(`There is no proof “${unknown[0]}”. There are these: ${PROOFS.map((proof) => proof.name).join(', ')}.`)
for (const proof of chosen) await prove(proof)
process.exit() // a shop in this process leaves timers behind

async function prove({ name, promise, play }: Proof) {
  say(`${name}: ${promise}`)
  const startedAt = performance.now()
  const verdict = await play()
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  if (verdict === null) return say('  left out: strace is not here, or may not attach')
  say(`  ${verdict.ok ? 'held' : 'BROKEN'} after ${seconds} s: ${JSON.stringify(verdict.told)}`)
  if (!verdict.ok) process.exitCode = 1
}

function say(text: string) {
  process.stdout.write(`${text}\n`)
}
