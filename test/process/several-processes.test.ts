import { expect, test } from 'vitest'
import { type Buyer, createBuyer, createClient, expectOk } from '../support/buyers.ts'
import { streamNamesIn } from '../support/cable.ts'
import {
  childrenOf,
  errorsOf,
  type Processes,
  type Server,
  stopAll,
  until,
  withProcesses,
} from '../support/processes.ts'
import { offerOf, readShop } from '../support/shop-data.ts'
import { listenTo, stockClient } from '../support/stock-client.ts'

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function twoProcesses(processes: Processes, env: Record<string, string> = {}) {
  const databasePath = await processes.database('two')
  const shop = await processes.server({ databasePath, processes: 2, env })
  return { databasePath, shop }
}

/** Opens a tab on the product page; its socket goes to the next process. */
async function openTab(shop: Server, buyer: Buyer) {
  const names = streamNamesIn((await buyer.visit('/products/demo-fifty')).text)
  const client = stockClient(shop.origin, buyer.standing().cookie)
  const { heard } = listenTo(client, names.cart)
  await until('connected', () => heard.connected === 1)
  return { client, heard }
}

const holds = (count: number) => (message: string) =>
  new RegExp(`"cart_count"[^>]* data-news=""><template>${count}<`).test(message)

test('OPS-14 RT-3 sales in one process reach pages at the other, even after one has died', () =>
  withProcesses(async (processes) => {
    const { databasePath, shop } = await twoProcesses(processes)
    const offer = readShop(databasePath, (db) => offerOf(db, 'demo-fifty'))
    const client = createClient(shop.origin)
    const ana = createBuyer(client, { name: 'ana' })
    await ana.visit('/')
    const tabs = [await openTab(shop, ana), await openTab(shop, ana), await openTab(shop, ana)]

    expectOk(await ana.call('POST', `/cart/items/${offer.token}`, { quantity: 3 }))
    for (const { heard } of tabs) await until('three in the box', () => heard.messages.some(holds(3)))

    const [victim = 0] = childrenOf(shop)
    process.kill(victim, 'SIGKILL')
    await until('a socket is gone', () => tabs.some(({ heard }) => heard.disconnected === 1))
    await until('two serve again', () => childrenOf(shop).filter((pid) => pid !== victim).length === 2)
    expect(tabs.filter(({ heard }) => heard.disconnected === 0).length).toBeGreaterThan(0)

    const ben = createBuyer(createClient(shop.origin), ana.standing())
    expectOk(await ben.call('PUT', `/cart/items/${offer.token}`, { quantity: 2 }))
    for (const { heard } of tabs) await until('two in the box', () => heard.messages.some(holds(2)))

    for (const tab of tabs) tab.client.disconnect()
    client.close()
    expect(await stopAll(shop)).toEqual([0])
    expect(errorsOf(shop)).toEqual([expect.stringContaining('another takes its place')])
  }))

test('OPS-14 SEC-3 failed sign-ins count across both processes, and /metrics sums them', () =>
  withProcesses(async (processes) => {
    const { shop } = await twoProcesses(processes, { RATE_LIMITS: 'on' })
    const statuses: number[] = []
    for (let nth = 0; nth < 8; nth++) {
      const client = createClient(shop.origin) // its connection goes to the next process
      const eve = createBuyer(client, { name: `eve${nth}` })
      await eve.visit('/signin')
      const wrong = { email: `eve${nth}@example.com`, password: 'a-wrong-password-2026' }
      statuses.push((await eve.call('POST', '/v1/cc_signin', wrong)).status)
      client.close()
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const metrics = await fetch(`${shop.origin}/metrics`).then((answer) => answer.text())
    expect(metrics).toMatch(/^http_request_duration_seconds_count\{.*route="\/signin".*\} 8$/m)
    await stopAll(shop)
  }))

test('OPS-14 OPS-5 stopped through the supervisor or by a signal to all, no process remains and the port is free', () =>
  withProcesses(async (processes) => {
    const { databasePath, shop } = await twoProcesses(processes)
    const [ours, port] = [childrenOf(shop), shop.port]
    expect(ours).toHaveLength(2)
    expect(await stopAll(shop)).toEqual([0])
    expect(ours.filter(isAlive)).toEqual([])

    const again = await processes.server({ databasePath, port, processes: 2 })
    const all = childrenOf(again)
    for (const pid of [...all, again.pid]) process.kill(pid, 'SIGTERM')
    expect(await again.exited, again.output()).toBe(0)
    expect(all.filter(isAlive)).toEqual([])
    expect([...errorsOf(shop), ...errorsOf(again)]).toEqual([])
  }))

test('OPS-14 OPS-5 if all processes stop before their supervisor gets the signal, it stops without an error', () =>
  withProcesses(async (processes) => {
    const { shop } = await twoProcesses(processes)
    const ours = childrenOf(shop)
    shop.kill('SIGSTOP') // so that it gets its signal last
    for (const pid of ours) process.kill(pid, 'SIGTERM')
    await until('all have ended', () => childrenOf(shop).length === 0)
    shop.kill('SIGTERM')
    shop.kill('SIGCONT')
    expect(await shop.exited, shop.output()).toBe(0)
    expect(errorsOf(shop)).toEqual([])
  }))

test('OPS-14 without their supervisor no process keeps serving', () =>
  withProcesses(async (processes) => {
    const { databasePath, shop } = await twoProcesses(processes)
    const ours = childrenOf(shop)
    shop.kill('SIGKILL')
    await until('all have ended', () => !ours.some(isAlive))
    await processes.server({ databasePath, port: shop.port, processes: 2 })
  }))
