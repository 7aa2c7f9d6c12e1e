import { setTimeout as pause } from 'node:timers/promises'
import { load, repeatTimes } from './load.ts'
import { buyWhole } from './measure-shoppers.ts'
import type { Figure, Findings } from './measured.ts'
import { pagesOf, type Seat, takeSeats } from './pages.ts'
import { memoryMb } from './process-usage.ts'
import { readShelves, type Shop, withShop } from './shop.ts'
import type { Stage } from './stage.ts'
import { openWire, request, textOf } from './wire.ts'

/** A fixed number, so that a faster shop doesn't look larger for having done more. */
const REQUESTS = 3_000
const SHOPPERS = 60
const SEATS = 16
/** For receipts, and for V8, which returns memory only when idle. */
const REST_MS = 1_000

export const MEMORY = `memory after ${REQUESTS.toLocaleString('en-US')} requests and ${SHOPPERS} shoppers`

/** The server's memory after a fixed amount of work, and where it is within V8. */
export async function measureMemory({ name, checkout, copy }: Stage): Promise<Findings> {
  const file = copy()
  const figures = await withShop(file, { checkout }, async (shop) => {
    const atStart = memoryMb(shop.pid)
    await work(shop, file)
    await pause(REST_MS)
    return [
      figure('memory after the start', atStart?.pss),
      figure(MEMORY, memoryMb(shop.pid)?.pss),
      figure('the same, shared pages counted in full (RSS)', memoryMb(shop.pid)?.rss),
      ...(await heapOf(shop.port)),
    ]
  })
  return { rows: [], figures: figures.flatMap((found) => (found ? [{ shop: name, ...found }] : [])) }
}

async function work(shop: Shop, file: string) {
  const shelves = readShelves(file)
  const [pages, seats] = [pagesOf(shelves), await takeSeats(shop, shelves, SEATS)]
  await load({
    port: shop.port,
    pid: shop.pid,
    connections: SEATS,
    requests: REQUESTS,
    next: (connection, turn) =>
      pages[(turn + connection) % pages.length]!.ask(
        seats[connection] as Seat,
        Math.floor(turn / pages.length),
      ),
  })
  for (const { shopper } of seats) shopper.leave()
  let seed = 700_000
  await repeatTimes(shop.pid, 8, SHOPPERS, () => buyWhole(shop, shelves, seed++))
}

type Part = Omit<Figure, 'shop'>

/** From the shop's own metrics: V8's heap, its larger spaces, and external memory. */
async function heapOf(port: number): Promise<(Part | null)[]> {
  const wire = await openWire(port)
  const text = textOf(await wire.ask(request('GET', '/metrics')))
  wire.close()
  const bytes = (metric: string) => {
    const value = new RegExp(`^${metric} (\\S+)$`, 'm').exec(text)?.[1]
    return value === undefined ? undefined : Number(value) / 2 ** 20
  }
  const space = (name: string) => bytes(`nodejs_heap_space_size_total_bytes\\{space="${name}"\\}`)
  return [
    figure('heap, used', bytes('nodejs_heap_size_used_bytes')),
    figure('heap, reserved', bytes('nodejs_heap_size_total_bytes')),
    ...['new', 'old', 'code', 'large_object', 'trusted'].map((name) =>
      figure(`heap, reserved: ${name.replace('_', ' ')} space`, space(name)),
    ),
    figure('outside the heap', bytes('nodejs_external_memory_bytes')),
  ]
}

const figure = (name: string, value: number | undefined): Part | null =>
  value === undefined ? null : { name, value, unit: 'MB' }
