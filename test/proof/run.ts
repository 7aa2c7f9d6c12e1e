import { join } from 'node:path'
import { backUpUnderLoad } from '../process/scenarios/backups.ts'
import { CARD_CENTS, gatherQueue, shareCard, spendOnce } from '../process/scenarios/codes.ts'
import { flood } from '../process/scenarios/floods.ts'
import { killUnderLoad } from '../process/scenarios/kills.ts'
import { submitStorm } from '../process/scenarios/one-charge.ts'
import { gatherCrowd, rush } from '../process/scenarios/oversell.ts'
import { keepIdle, reconnectStorm } from '../process/scenarios/sockets.ts'
import { countSyncs, hasStrace } from '../process/scenarios/syncs.ts'
import { deliverOverAndOver, everyOrder } from '../process/scenarios/webhooks.ts'
import { closeWhatIsOpen } from '../support/close-after-file.ts'
import { nodeBinary } from '../support/node-versions.ts'
import { withProcesses } from '../support/processes.ts'
import { playWorld } from '../support/random-worlds.ts'
import { faultsOf, tally } from '../support/simulation/invariants.ts'
import { openSeason } from '../support/simulation/season.ts'
import { playDay } from '../support/simulation/visits.ts'

/**
 * `npm run proof`: the scenes of test/process at their full figures, for a night rather than for every change.
 * `npm run proof -- kills` plays one of them. PROOF_REPEATS, PROOF_ORDERS, PROOF_KILLS, PROOF_SYNCS, PROOF_BACKUPS, PROOF_ROUNDS,
 * PROOF_DAYS, PROOF_WORLDS and PROOF_SOCKETS make it smaller, PROOF_SEED draws other moments. Needs nothing but Node and a few hundred free megabytes in the temporary folder;
 * counting syncs needs strace, and Linux that lets it attach.
 */
const figures = {
  buyers: 2_000,
  units: 50,
  repeats: from('PROOF_REPEATS', 20),
  orders: from('PROOF_ORDERS', 200),
  kills: from('PROOF_KILLS', 200),
  syncs: from('PROOF_SYNCS', 500),
  sockets: from('PROOF_SOCKETS', 2_000),
  worlds: from('PROOF_WORLDS', 200),
  backups: from('PROOF_BACKUPS', 20),
  rounds: from('PROOF_ROUNDS', 50),
  days: from('PROOF_DAYS', 183),
  seed: from('PROOF_SEED', 1),
}

type Verdict = { ok: boolean; told: unknown }
type Proof = { name: string; promise: string; play: () => Promise<Verdict> | null }

const PROOFS: Proof[] = [
  {
    name: 'oversell',
    promise: `${figures.buyers} buyers for ${figures.units} units, burst and last byte, one and two servers, ${figures.repeats} times each`,
    play: proveOversell,
  },
  {
    name: 'one-charge',
    promise: `50 submits at once of each of ${figures.orders} orders, every tenth call of the provider failing: one charge each`,
    play: () =>
      withProcesses(async (processes) => {
        const told = await submitStorm(processes, { orders: figures.orders, submits: 50 })
        return { ok: told.paid === figures.orders && told.charges === figures.orders && isClean(told), told }
      }),
  },
  {
    name: 'webhooks',
    promise:
      'every event 100 times, 20 at once, in every order, beside polls and the return page: one order, one receipt',
    play: () =>
      withProcesses(async (processes) => {
        const told = await deliverOverAndOver(processes, { copies: 100, orders: everyOrder })
        return {
          ok: told.paid === everyOrder.length && told.events === everyOrder.length * 4 && isClean(told),
          told,
        }
      }),
  },
  {
    name: 'kills',
    promise: `killed ${figures.kills} times under 50 requests a second of shopping: nothing lost, doubled or kept`,
    play: () =>
      withProcesses(async (processes) => {
        const told = await killUnderLoad(processes, {
          kills: figures.kills,
          requestsPerSecond: 50,
          seed: figures.seed,
        })
        return {
          ok: told.lost.length === 0 && told.problems.length === 0 && told.toldPaid >= figures.kills,
          told,
        }
      }),
  },
  {
    name: 'codes',
    promise: `a single-use code on 100 orders at once, and a $50.00 gift card on 20, over two servers, ${figures.rounds} times each`,
    play: proveCodes,
  },
  {
    name: 'backups',
    promise: `${figures.backups} backups under load, each restored elsewhere: whole, and none without an order told as paid`,
    play: () =>
      withProcesses(async (processes) => {
        const told = await backUpUnderLoad(processes, { backups: figures.backups, requestsPerSecond: 50 })
        return { ok: told.restored === figures.backups && told.problems.length === 0, told }
      }),
  },
  {
    name: 'syncs',
    promise: `the system synced at least once for each of ${figures.syncs} paid orders (needs strace)`,
    play: () =>
      hasStrace()
        ? withProcesses(async (processes) => {
            const told = await countSyncs(processes, figures.syncs)
            return {
              ok: told.paid === figures.syncs && told.syncs >= figures.syncs && told.problems.length === 0,
              told,
            }
          })
        : null,
  },
  {
    name: 'simulation',
    promise: `${figures.days} days of a busy shop with declines, refunds, outages and crashes: the books agree every evening`,
    play: proveSimulation,
  },
  {
    name: 'worlds',
    promise: `in ${figures.worlds} random worlds with refunds, disputes and lost answers, the provider's ledger equals ours to the cent`,
    play: proveWorlds,
  },
  {
    name: 'node',
    promise: 'all unit tests on Node 20.11, 22, 24 and 26',
    play: proveNodeVersions,
  },
  {
    name: 'sockets',
    promise: `${figures.sockets} idle sockets in 200 MB, and after a restart all of them back within 30 s`,
    play: proveSockets,
  },
  {
    name: 'floods',
    promise:
      'a minute of hostile bodies, cookie-less visits and slow readers: alive within 5 times the idle answer',
    play: () =>
      withProcesses(async (processes) => {
        const told = await flood(processes, { seconds: 60, bodiesPerSecond: 4, visits: 20_000, readers: 400 })
        return { ok: told.floodedMs < 5 * Math.max(told.idleMs, 2) && told.sessions === 0, told }
      }),
  },
]

const wanted = process.argv.slice(2)
const chosen = PROOFS.filter((proof) => wanted.length === 0 || wanted.includes(proof.name))
const unknown = wanted.filter((name) => !PROOFS.some((proof) => proof.name === name))
if (unknown.length > 0)
  fail(`There is no proof “${unknown[0]}”. There are these: ${PROOFS.map((proof) => proof.name).join(', ')}.`)
for (const proof of chosen) await prove(proof)

async function prove({ name, promise, play }: Proof) {
  say(`${name}: ${promise}`)
  const startedAt = performance.now()
  const verdict = await play()
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  if (verdict === null) return say('  left out: strace is not here, or may not attach')
  say(`  ${verdict.ok ? 'held' : 'BROKEN'} after ${seconds} s: ${JSON.stringify(verdict.told)}`)
  if (!verdict.ok) process.exitCode = 1
}

function proveOversell(): Promise<Verdict> {
  return withProcesses(async (processes) => {
    const crowd = await gatherCrowd(processes, figures.buyers)
    const broken: unknown[] = []
    for (let repeat = 0; repeat < figures.repeats; repeat++) {
      for (const form of ['burst', 'last-byte'] as const) {
        for (const servers of [1, 2] as const) {
          const told = await rush(processes, crowd, { form, servers })
          const held =
            told.held === figures.units && told.paid === figures.units && told.charges === figures.units
          const refused = told.refused === figures.buyers - figures.units && told.unitsLeft === 0
          if (!held || !refused || !isClean(told)) broken.push({ repeat, form, servers, told })
        }
      }
    }
    return {
      ok: broken.length === 0,
      told: broken.length === 0 ? `${figures.repeats * 4} times exactly ${figures.units}` : broken,
    }
  })
}

/** Each queue stays as it was gathered: a round plays on a copy. */
function proveCodes(): Promise<Verdict> {
  return withProcesses(async (processes) => {
    const [hundred, twenty] = [await gatherQueue(processes, 100), await gatherQueue(processes, 20)]
    const broken: unknown[] = []
    for (let round = 0; round < figures.rounds; round++) {
      const once = await spendOnce(processes, hundred)
      const isOnce = once.entered === 100 && once.paid === 100 && once.uses === 1 && once.counted === 1
      if (!isOnce || once.cheaper !== 1 || !isClean(once)) broken.push({ round, once })
      const card = await shareCard(processes, twenty)
      const isWhole = card.givenCents === CARD_CENTS && card.leftCents === 0 && card.paid === 20
      if (!isWhole || card.creditedCents !== CARD_CENTS || !isClean(card)) broken.push({ round, card })
    }
    return {
      ok: broken.length === 0,
      told: broken.length === 0 ? `${figures.rounds} times one use and $50.00` : broken,
    }
  })
}

/** One after the other, and closed again, because each holds a shop in memory. */
async function proveWorlds(): Promise<Verdict> {
  const told = { placed: 0, refunds: 0, disputes: 0, problems: [] as string[] }
  for (let world = 0; world < figures.worlds; world++) {
    const { placed, refunds, disputes, problems } = await playWorld(figures.seed + world)
    closeWhatIsOpen()
    told.placed += placed
    told.refunds += refunds
    told.disputes += disputes
    told.problems.push(...problems)
  }
  return { ok: told.problems.length === 0, told }
}

async function proveSockets(): Promise<Verdict> {
  const idle = await withProcesses((processes) => keepIdle(processes, figures.sockets, 5))
  const storm = await withProcesses((processes) => reconnectStorm(processes, figures.sockets))
  const held = idle.sockets === figures.sockets && idle.megabytes <= 200 && idle.problems.length === 0
  const isBack =
    storm.sockets === figures.sockets &&
    storm.toldToComeBack === figures.sockets &&
    storm.seconds <= 30 &&
    storm.problems.length === 0
  return { ok: held && isBack, told: { idle, storm } }
}

async function proveSimulation(): Promise<Verdict> {
  const season = await openSeason(figures.seed)
  for (let day = 1; day <= figures.days; day++) {
    await playDay(season, 12)
    const faults = faultsOf(season.shop())
    if (faults.length > 0) return { ok: false, told: { day, faults } }
  }
  return { ok: true, told: { crashes: season.crashes(), ...tally(season.shop()) } }
}

/** One after the other: each uses all cores. */
function proveNodeVersions(): Promise<Verdict> {
  return withProcesses(async ({ run }) => {
    const failed: string[] = []
    for (const version of ['20.11.1', '22', '24', '26']) {
      const vitest = join(process.cwd(), 'node_modules/vitest/vitest.mjs')
      const tests = run(
        nodeBinary(version),
        [vitest, 'run', '--config', 'test/vitest.config.ts', '--project', 'unit'],
        {},
      )
      if ((await tests.exited) !== 0) failed.push(version)
    }
    return { ok: failed.length === 0, told: { failed } }
  })
}

function isClean({ odd, problems }: { odd: string[]; problems: string[] }): boolean {
  return odd.length === 0 && problems.length === 0
}

function from(name: string, otherwise: number): number {
  const given = Number(process.env[name] ?? otherwise)
  return Number.isInteger(given) && given > 0 ? given : fail(`${name} is a number of at least 1.`)
}

function say(text: string) {
  process.stdout.write(`${text}\n`)
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
