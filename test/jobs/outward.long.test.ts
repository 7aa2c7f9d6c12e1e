import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { closeDatabase, durably, openDatabase, serialize } from '#db/client.ts'
import { outboxMessages, staffFlags } from '#db/schema/index.ts'
import { isOutwardHeld, recognizeShop, resumeOutward } from '#src/jobs/outward.ts'
import { countStart, deleteInstance } from '#src/jobs/whereabouts.ts'
import { runDueJobs } from '#src/work/jobs.ts'
import { TASKS } from '#src/work/schedule.ts'
import { runIfDue } from '#src/work/scheduler.ts'
import { prepareToPay, readyToPay } from '../support/buying.ts'
import { testConfig, type World, world } from '../support/world.ts'

const HOME = 'https://shop.example'

/** A live shop's mail settings; here the mail still lands in the outbox. */
const reaching = { mail: { ...testConfig.mail, smtpUrl: 'smtp://mail.example' } }

/** A database path in a temporary folder, next to which the instance file goes. */
function folder() {
  const path = mkdtempSync(join(tmpdir(), 'outward-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return join(path, 'shop.sqlite3')
}

type Setting = { databasePath: string; appUrl?: string; from?: Buffer; isEmbedded?: boolean }

/** A shop that has just started there. */
async function started({ databasePath, appUrl = HOME, from, isEmbedded = false }: Setting) {
  const shop = await world({ from, config: { databasePath, appUrl, ...(isEmbedded ? {} : reaching) } })
  await start(shop)
  return shop
}

async function start({ services }: World) {
  await recognizeShop(services)
}

/** Pays for an order; its receipt is still queued. */
async function paid(shop: World) {
  const ana = await shop.shopper()
  const { clientSecret } = await prepareToPay(ana, await readyToPay(ana, shop.db))
  await ana.confirm(clientSecret)
  await shop.standIn.deliverDue()
}

const mails = ({ db }: World) => db.select().from(outboxMessages).all()
const isOpen = and(eq(staffFlags.kind, 'outward_held'), isNull(staffFlags.resolvedAt))
const openFlags = ({ db }: World) => db.select().from(staffFlags).where(isOpen).all()

describe('REL-7 a shop that starts', () => {
  test('REL-7 in the same place, again and again, keeps sending mail', async () => {
    const shop = await started({ databasePath: folder() })
    await paid(shop)
    for (let restart = 0; restart < 3; restart++) await start(shop)
    expect(isOutwardHeld(shop.db)).toBe(false)
    await runDueJobs(shop.services)
    expect(mails(shop)).toHaveLength(1)
  })

  test('REL-7 as two concurrent servers, on a new or an old database, keeps sending mail', async () => {
    const databasePath = folder()
    const shop = await world({ config: { databasePath, appUrl: HOME, ...reaching } })
    writeFileSync(databasePath, serialize(shop.db))
    const servers = [openDatabase(databasePath), openDatabase(databasePath)]
    for (let restart = 0; restart < 5; restart++)
      await Promise.all(servers.map((db) => recognizeShop({ ...shop.services, db })))
    expect(servers.map(isOutwardHeld)).toEqual([false, false])
    servers.forEach(closeDatabase)
  })

  test('REL-7 after starts that were killed halfway keeps sending mail', async () => {
    const shop = await world({ config: { databasePath: folder(), appUrl: HOME, ...reaching } })
    const { db, config, random } = shop.services
    const killedInside = durably(db, (tx) => {
      countStart(tx, config, random)
      throw new Error('killed')
    })
    await expect(killedInside).rejects.toThrow('killed')
    await start(shop)
    await durably(db, (tx) => void countStart(tx, config, random)) // killed before the instance file was updated
    await start(shop)
    expect(isOutwardHeld(db)).toBe(false)
  })

  test('REL-7 at another URL, as a copy does, emails nothing until someone approves it', async () => {
    const databasePath = folder()
    const original = await started({ databasePath })
    await paid(original)
    const copy = await started({ databasePath, appUrl: 'https://test.example', from: serialize(original.db) })
    await start(copy)
    copy.pass(10 * 24 * 3_600_000)
    await runDueJobs(copy.services)
    expect(mails(copy)).toEqual([])
    expect(openFlags(copy)).toMatchObject([{ detail: expect.stringContaining(HOME) }])

    expect(await resumeOutward(copy.services)).toBe(true)
    await runDueJobs(copy.services)
    expect(mails(copy)).toHaveLength(1)
    expect(openFlags(copy)).toEqual([])
    expect(await resumeOutward(copy.services)).toBe(false)
    await start(copy)
    expect(isOutwardHeld(copy.db)).toBe(false)
  })

  test('REL-7 with an older database in place of a newer one holds the emails queued in it', async () => {
    const databasePath = folder()
    const shop = await started({ databasePath })
    await paid(shop)
    const backup = serialize(shop.db)
    await runDueJobs(shop.services)
    await start(shop)
    const restored = await started({ databasePath, from: backup })
    await runDueJobs(restored.services)
    expect(mails(restored)).toEqual([])
    expect(isOutwardHeld(restored.db)).toBe(true)
  })

  test('REL-7 after a restore, even of a backup from the same day, is held, too', async () => {
    const databasePath = folder()
    const shop = await started({ databasePath })
    const backup = serialize(shop.db)
    deleteInstance({ databasePath })
    expect(isOutwardHeld((await started({ databasePath, from: backup })).db)).toBe(true)
  })

  test('REL-7 while held makes no calls to the payment provider and still does its own work', async () => {
    const databasePath = folder()
    const shop = await started({ databasePath })
    const ana = await shop.shopper()
    await prepareToPay(ana, await readyToPay(ana, shop.db))
    const copy = await started({ databasePath, appUrl: 'https://test.example', from: serialize(shop.db) })
    copy.pass(3_600_000)
    const ran: string[] = []
    for (const task of TASKS.filter(({ name }) => name !== 'back up'))
      await runIfDue(copy.services, { ...task, run: () => void ran.push(task.name) })
    expect(ran).toContain('end what is old')
    expect(ran).not.toContain('reconcile payments')
    expect(ran).not.toContain('expire holds')
  })

  test('REL-7 with embedded mail and payments sends nothing outside, so it holds nothing', async () => {
    const databasePath = folder()
    const shop = await started({ databasePath, isEmbedded: true })
    const copy = { databasePath, appUrl: 'https://test.example', from: serialize(shop.db), isEmbedded: true }
    expect(isOutwardHeld((await started(copy)).db)).toBe(false)
  })
})
