import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '#src/reason.ts'
import { barsOf } from './bars.ts'
import { type Checkout, openCheckout } from './checkout.ts'
import { BASE, FORMAT, lastRuns, type Run, saveRun } from './history.ts'
import { CACHE } from './kept-shops.ts'
import { measureAll } from './measure-all.ts'
import type { Findings } from './measured.ts'
import { HELP, type Options, parseOptions } from './options.ts'
import { type Plan, planOf } from './plan.ts'
import { ASKING, machine, pinMyself } from './processes.ts'
import { reportOf } from './report.ts'
import { workFolder } from './work-folder.ts'
import { writeReport } from './write-report.ts'

/**
 * `npm run bench`: the shop's rates and costs per response, with the same packages doing next to nothing as the
 * baseline, alternating on one core. Timings never fail it; a response that is neither 2xx nor 3xx does.
 */
const RUNS = join(CACHE, 'runs')

const result = parseOptions(process.argv.slice(2))
if (!result.ok) stop(result.message)
else if (result.options.help) print(HELP)
else if (result.options.report) showLastRun(result.options)
else await measure(result.options).catch(giveUp)

function showLastRun({ json }: Options) {
  const last = lastRuns(RUNS)
  if (!last) return stop("There's no run to report yet. Start one with `npm run bench`.")
  if (json) return print(JSON.stringify(last, null, 1))
  print(writeReport(reportOf(last.run, last.before)))
}

async function measure(options: Options) {
  const say = options.json ? () => undefined : print
  const startedAt = Date.now()
  const plan = planOf(options)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const folder = workFolder(CACHE)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const checkouts = await openCheckouts(options)
  pinMyself(ASKING)
  const found = await measureAll(plan, checkouts, { profile: options.profile, folder, say })
  // The other checkout is measured first and shown as the previous run.
  for (const [nth, checkout] of checkouts.entries()) {
    const findings = found[nth] ?? { rows: [], figures: [] }
    saveRun(RUNS, runOf(new Date(startedAt + nth).toISOString(), checkout, plan, findings))
    complainOf(findings)
  }
  showLastRun(options)
}

async function openCheckouts({ shop }: Options): Promise<Checkout[]> {
  const checkouts: Checkout[] = []
  for (const folder of shop === null ? [BASE] : [shop, BASE]) checkouts.push(await openCheckout(folder))
  return checkouts
}

function runOf(startedAt: string, { commit }: Checkout, { form }: Plan, findings: Findings): Run {
  return {
    format: FORMAT,
    startedAt,
    commit,
    machine: machine(),
    form,
    ...findings,
    bars: barsOf(findings),
  }
}

function complainOf({ rows }: Findings) {
  const failures = rows.flatMap(({ shop, name, measured, yardstick }) => {
    const failed = measured.failed + (yardstick?.measured.failed ?? 0)
    return failed > 0 ? [`${shop}, ${name}: ${failed} answers were neither 2xx nor 3xx.`] : []
  })
  if (failures.length > 0) stop(failures.join('\n'))
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

/** Exits explicitly: child processes that still run would keep this one alive. */
function giveUp(error: unknown): never {
  stop(error instanceof Error ? (error.stack ?? error.message) : reasonOf(error))
  process.exit()
}

function stop(message: string) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
