import { forEachOf } from '../support/buyers.ts'
import { streamNamesIn } from '../support/cable.ts'
import { until } from '../support/child.ts'
import { isUp, openTabs, type Person } from '../support/tabs.ts'
import type { Findings } from './measured.ts'
import { memoryMb } from './process-usage.ts'
import { readShelves, type Shop, withShop } from './shop.ts'
import { comeIn } from './shopper.ts'
import type { Stage } from './stage.ts'
import { textOf } from './wire.ts'

export const SOCKETS = 2_000
const TABS_EACH = 2
const AT_ONCE = 16
const BEATS = 2

export const SOCKET_MEMORY = `memory with ${SOCKETS.toLocaleString('en-US')} idle sockets`

/** Many idle tabs, each subscribed to a cart and a product's stock. */
export async function measureSockets({ name, checkout, copy }: Stage): Promise<Findings> {
  const file = copy()
  const megabytes = await withShop(file, { checkout }, async (shop) => {
    const people = await gatherPeople(shop, file)
    const origin = `http://127.0.0.1:${shop.port}`
    const tabs = await openTabs({ port: shop.port, origin }, people, SOCKETS)
    await until('every tab has heard some beats', () => tabs.every(({ beats }) => beats >= BEATS))
    const megabytes = memoryMb(shop.pid)?.pss
    const open = tabs.filter(isUp).length
    for (const { socket } of tabs) socket.terminate()
    if (open !== SOCKETS) throw new Error(`only ${open} sockets stayed open`)
    return megabytes
  })
  const figures = megabytes ? [{ shop: name, name: SOCKET_MEMORY, value: megabytes, unit: 'MB' }] : []
  return { rows: [], figures }
}

async function gatherPeople(shop: Shop, file: string): Promise<Person[]> {
  const shelves = readShelves(file)
  const people: Person[] = []
  await forEachOf(Array.from({ length: SOCKETS / TABS_EACH }), AT_ONCE, async (_, seed) => {
    const shopper = await comeIn(shop, shelves, seed)
    const { cart, stock } = streamNamesIn(textOf(await shopper.look()))
    shopper.leave()
    people.push({ cookie: shopper.cookie(), streams: [cart, stock] })
  })
  return people
}
