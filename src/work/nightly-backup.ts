import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { storedBackups } from '#db/backup-folder.ts'
import { durably } from '#db/client.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { closeFlagsOf, flagAgainForStaff } from '../flags/flags.ts'
import type { Services } from '../services.ts'

/** By the machine's clock. */
const NIGHT_HOUR = 3
const COMMAND = '.build/commands/backup.js'

type Outcome = { ok: boolean; output: string }

/** Backs the shop up unless it has been since last night. A failure is one flag until a backup succeeds again. */
export async function backUpNightly(services: Services, runBackup: () => Promise<Outcome> = runCommand) {
  const { db, clock, wallClock, config, log, lifecycle } = services
  const newest = storedBackups(config.backups.path).find(({ kind }) => kind === 'nightly')
  const latest = newest?.madeAt.getTime() ?? createdAt(config.databasePath)
  if (latest >= lastNight(wallClock.now())) return
  const { ok, output } = await runBackup()
  if (lifecycle.stopping) return
  if (!ok) log.error({ output }, 'the nightly backup failed')
  const now = clock.now()
  await durably(db, (tx) =>
    ok
      ? closeFlagsOf(tx, 'backup_failed', 'A later backup succeeded.', now)
      : flagAgainForStaff(tx, { kind: 'backup_failed', key: 'backup', detail: output, now }),
  )
}

/** A new shop has its first backup in its first night. */
const createdAt = (databasePath: string): Instant =>
  statSync(databasePath, { throwIfNoEntry: false })?.birthtimeMs ?? 0

function lastNight(now: Instant): Instant {
  const at = new Date(now).setHours(NIGHT_HOUR, 0, 0, 0)
  return at <= now ? at : at - DAY_MS
}

/** In a process of its own, because copying and checking a large database would hold up every page. */
function runCommand(): Promise<Outcome> {
  const child = spawn(process.execPath, [COMMAND, '--nightly'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const stop = () => child.kill()
  process.once('SIGTERM', stop)
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output = (output + chunk).slice(0, 500)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('SIGTERM', stop)
      resolve({ ok: code === 0, output: output.trim() })
    })
  })
}
