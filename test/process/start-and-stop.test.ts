import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { gt, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { closeDatabase, type Db, type DurableTx, durably, openDatabase, tableList } from '#db/client.ts'
import { varieties } from '#db/schema/index.ts'
import { createBuyer, createClient, expectOk } from '../support/buyers.ts'
import { addCopies } from '../support/large-catalog.ts'
import { NOW } from '../support/now.ts'
import { errorsOf, stopAll, until, withProcesses } from '../support/processes.ts'
import { offerOf, readShop } from '../support/shop-data.ts'
import { holdResponses } from '../support/simultaneous-requests.ts'

/** What a running shop adds to: scheduled tasks, daily emails to the owner, carrier events, next boxes of members. */
const OF_SERVING = [
  ...['scheduled_tasks', 'shop_facts', 'jobs', 'outbox_messages', 'tracker_events', 'webhook_events'],
  ...['membership_boxes', 'orders', 'order_lines', 'order_rewards'], // placed orders' lines are counted separately
  ...['farm_entries', 'shop_entries', 'unposted_orders', 'order_mails'], // what follows from orders, every minute
  'text_subscriptions', // a test shop starts without them
]

const placedLines = (db: Db) =>
  db.get<{ n: number }>(
    sql`select count(*) as n from order_lines join orders o on o.id = order_id where o.placed_at is not null`,
  ).n

const rowCounts = (db: Db) => ({
  placedLines: placedLines(db),
  ...Object.fromEntries(
    tableList(db)
      .filter(
        ({ name, type }) => type === 'table' && !/^(sqlite|report)_/.test(name) && !OF_SERVING.includes(name),
      )
      .map(({ name }) => [
        name,
        db.get<{ n: number }>(sql`select count(*) as n from ${sql.identifier(name)}`).n,
      ]),
  ),
})

test('OPS-2 five servers starting at once on a new database set it up once, and all serve', () =>
  withProcesses(async (processes) => {
    const once = readShop(await processes.database('once'), rowCounts)
    const databasePath = join(processes.folder, 'new', 'shop.sqlite3')
    const servers = await Promise.all(
      Array.from({ length: 5 }, () =>
        processes.server({ databasePath, wait: false, env: { NOW: new Date(NOW).toISOString() } }),
      ),
    )
    await Promise.all(servers.map((server) => server.ready()))
    const pages = await Promise.all(
      servers.map((server) => fetch(`${server.origin}/shop`).then((page) => page.status)),
    )
    const counts = readShop(databasePath, rowCounts)
    const codes = await stopAll(...servers)

    expect(pages).toEqual([200, 200, 200, 200, 200])
    expect(counts).toEqual(once)
    expect(codes).toEqual([0, 0, 0, 0, 0])
    expect(servers.flatMap(errorsOf)).toEqual([])
  }))

test('OPS-2 servers that make the same missing folders at once all succeed', () =>
  withProcesses(async (processes) => {
    const makers = Array.from({ length: 3 }, () =>
      processes.node(['--import', 'tsx', 'test/support/make-folders.ts', processes.folder, '1000']),
    )
    await until('all wait', () => makers.every((maker) => maker.output().includes('waiting')))
    writeFileSync(join(processes.folder, 'go'), '')
    expect(await Promise.all(makers.map((maker) => maker.exited))).toEqual([0, 0, 0])
  }))

test('OPS-2 while another process writes, pages are served, and a write waits its turn', () =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('busy')
    const offer = readShop(databasePath, (db) => offerOf(db, 'demo-fifty'))
    const shop = await processes.server({ databasePath })
    const client = createClient(shop.origin)
    const buyer = createBuyer(client, { name: 'patient' })
    await buyer.visit('/cart')

    const other = processes.node(['test/support/hold-write-lock.mjs', databasePath])
    await until('the lock is held', () => other.output().includes('held'))
    let isAdded = false
    const added = buyer.call('POST', `/cart/items/${offer.token}`, { quantity: 1 }).then((reply) => {
      isAdded = true
      return reply
    })
    const pages = await Promise.all(
      Array.from({ length: 50 }, () => client.send({ method: 'GET', path: '/shop' })),
    )
    expect(pages.map((page) => page.status)).toEqual(Array(50).fill(200))
    expect(isAdded).toBe(false)

    await stopAll(other)
    expectOk(await added)
    client.close()
    expect(errorsOf(shop)).toEqual([])
  }))

test.each([1, 2])('SPD-3 OPS-11 a large shop served by %i is ready once its catalog has been read', (count) =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('large')
    await changeShop(databasePath, (tx) => addCopies(tx, 0, 1_000))
    const { origin } = await processes.server({ databasePath, processes: count })
    const half = gt(varieties.id, 600)
    await changeShop(databasePath, (tx) => tx.update(varieties).set({ hidden: true }).where(half).run())
    // The old listing is served until it has been read again.
    expect(await (await fetch(`${origin}/shop`)).text()).toMatch(/1,?0\d\d products/)
  }),
)

async function changeShop(databasePath: string, change: (tx: DurableTx) => void) {
  const db = openDatabase(databasePath)
  await durably(db, change)
  closeDatabase(db)
}

test('OPS-5 asked to stop, a server answers pending requests, accepts no new ones, exits with 0 and can start again', () =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('stop')
    const offer = readShop(databasePath, (db) => offerOf(db, 'demo-fifty'))
    const shop = await processes.server({ databasePath })
    const client = createClient(shop.origin)
    const buyers = Array.from({ length: 20 }, (_, index) => createBuyer(client, { name: `late${index}` }))
    for (const buyer of buyers) await buyer.visit('/cart')

    const begun = await Promise.all(
      buyers.map((buyer) =>
        holdResponses(client, buyer.asked('POST', `/cart/items/${offer.token}`, { quantity: 1 })),
      ),
    )
    const asker = await holdResponses(
      client,
      buyers[0]!.asked('POST', '/v1/update_postal_code', { postal_code: '98101' }),
      READINESS,
    )
    shop.kill('SIGTERM')
    await until('new connections are refused', () => isRefused(shop.port))
    asker.release()
    for (const request of begun) request.release()
    const replies = await Promise.all(begun.map((request) => request.reply))
    client.close()

    expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200))
    expect((await asker.replies).map(({ status }) => status)).toEqual([200, 503])
    expect(await shop.exited).toBe(0)
    expect(errorsOf(shop)).toEqual([])
    await processes.server({ databasePath, port: shop.port })
  }))

/** Pipelined behind a request that's pending at the stop: the only way to still get an answer. */
const READINESS = 'GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').once('error', () => resolve(true))
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
  })
}
