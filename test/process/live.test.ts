import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Buyer, createBuyer, createClient, expectOk } from '../support/buyers.ts'
import { streamNamesIn } from '../support/cable.ts'
import { errorsOf, type Processes, type Server, stopAll, until, withProcesses } from '../support/processes.ts'
import { offerOf, readShop } from '../support/shop-data.ts'
import { listenTo, stockClient } from '../support/stock-client.ts'
import { keepIdle, reconnectStorm } from './scenarios/sockets.ts'
import { followBox } from './scenarios/tracking.ts'

const SOCKETS = 200

/** Opens a buyer's tab at a server, with the stock client. */
async function openTab(server: Server, buyer: Buyer, path: string) {
  const { text } = await buyer.visit(path)
  const names = streamNamesIn(text)
  const client = stockClient(server.origin, buyer.standing().cookie)
  const cart = listenTo(client, names.cart).heard
  const stock = names.stock ? listenTo(client, names.stock).heard : { connected: 1, messages: [] }
  await until('connected', () => cart.connected + stock.connected === 2)
  return { client, cart, stock }
}

const holds = (count: number) => (message: string) =>
  new RegExp(`"cart_count"[^>]* data-news=""><template>${count}<`).test(message)

/** Two servers on one database, with a client for each. */
async function twoServers(processes: Processes) {
  const databasePath = await processes.database('two')
  const servers = [
    await processes.server({ databasePath }),
    await processes.server({ databasePath }),
  ] as const
  const clients = servers.map(({ origin }) => createClient(origin))
  return { databasePath, servers, clients }
}

test('RT-3 OPS-2 cart and stock changes on one server reach pages on another', () =>
  withProcesses(async (processes) => {
    const { databasePath, servers, clients } = await twoServers(processes)
    const offer = readShop(databasePath, (db) => offerOf(db, 'demo-fifty'))
    const ana = createBuyer(clients[0]!, { name: 'ana' })
    await ana.visit('/')
    const anaElsewhere = createBuyer(clients[1]!, ana.standing())
    const tabs = [
      await openTab(servers[0], ana, '/shop'),
      await openTab(servers[1], anaElsewhere, '/products/demo-fifty'),
    ]

    expectOk(await ana.call('POST', `/cart/items/${offer.token}`, { quantity: 3 }))
    for (const { cart } of tabs) await until('three in the box', () => cart.messages.some(holds(3)))

    const ben = createBuyer(clients[0]!, { name: 'ben' })
    await ben.fillBox(offer.token)
    expectOk(await ben.validate())
    const { stock } = tabs[1]!
    await until(
      'the hold',
      () => stock.messages.at(-1)?.includes('&quot;units&quot;:1,&quot;boxes&quot;:1') ?? false,
    )
    for (const { client } of tabs) client.disconnect()
    for (const client of clients) client.close()
    await stopAll(...servers)
    expect(servers.flatMap(errorsOf)).toEqual([])
  }))

test("RT-3 OPS-6 a command's import reaches the open pages", () =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('import')
    const server = await processes.server({ databasePath })
    const client = createClient(server.origin)
    const tab = await openTab(server, createBuyer(client, { name: 'ana' }), '/products/grass-fed-ribeye')
    const offer = readShop(databasePath, (db) => offerOf(db, 'grass-fed-ribeye'))
    const file = join(processes.folder, 'count.csv')
    writeFileSync(file, `variety_slug,label,stock_1,stock_2,stock_3\ngrass-fed-ribeye,${offer.label},2,0,0\n`)
    const importing = processes.node(['.build/commands/catalog.js', 'import', file], {
      DATABASE_PATH: databasePath,
    })
    expect(await importing.exited, importing.output()).toBe(0)
    const twoLeft = '&quot;kind&quot;:&quot;low&quot;,&quot;left&quot;:2'
    await until('two left', () => tab.stock.messages.at(-1)?.includes(twoLeft) ?? false)
    tab.client.disconnect()
    client.close()
    await stopAll(server)
  }))

test('RT-1 RT-3 OPS-5 after a restart the stock client reconnects by itself and gets what it missed', () =>
  withProcesses(async (processes) => {
    const { databasePath, servers, clients } = await twoServers(processes)
    const offer = readShop(databasePath, (db) => offerOf(db, 'demo-fifty'))
    const ana = createBuyer(clients[0]!, { name: 'ana' })
    const { client, cart, stock } = await openTab(servers[0], ana, '/products/demo-fifty')
    const anaElsewhere = createBuyer(clients[1]!, ana.standing())

    const [code] = await stopAll(servers[0])
    expect(code).toBe(0)
    await until('told', () => cart.disconnected === 1)
    expect(client.connection.monitor.isRunning()).toBeTruthy()
    expectOk(await anaElsewhere.call('POST', `/cart/items/${offer.token}`, { quantity: 2 }))
    const before = stock.messages.length
    await processes.server({ databasePath, port: servers[0].port })
    await until('back', () => cart.connected === 2)
    await until('told what it missed', () => cart.messages.some(holds(2)) && stock.messages.length > before)
    expect(cart.rejected).toBe(0)
    client.disconnect()
    for (const one of clients) one.close()
  }))

test(`R24 ${SOCKETS} idle sockets stay open, and all reconnect after a restart`, () =>
  withProcesses(async (processes) => {
    expect(await keepIdle(processes, SOCKETS, 2)).toMatchObject({ sockets: SOCKETS, problems: [] })
    expect(await reconnectStorm(processes, SOCKETS)).toMatchObject({
      sockets: SOCKETS,
      toldToComeBack: SOCKETS,
      problems: [],
    })
  }))

const PAGES = 100

test(`RT-3 TRK-1 ${PAGES} open pages of a box each get the carrier's update once`, () =>
  withProcesses(async (processes) => {
    const told = await followBox(processes, PAGES)
    expect(told).toMatchObject({ pages: PAGES, reached: PAGES, problems: [] })
  }))
