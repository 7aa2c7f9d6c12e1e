import type { Findings } from './measured.ts'
import { withShop } from './shop.ts'
import type { Stage } from './stage.ts'
import { AS_BROWSERS_ASK, openWire, request } from './wire.ts'

export const COLD_START = 'cold start to ready'
const FIRST_LISTING = 'first listing after a start'
const STARTS = 5
const QUICK_STARTS = 3

/** From the start of the process to its first 200 at `/readyz`, on a migrated and seeded shop. */
export async function measureStart({ name, checkout, pace, copy }: Stage): Promise<Findings> {
  const file = copy()
  const [starts, listings]: [number[], number[]] = [[], []]
  for (let left = pace < 1 ? QUICK_STARTS : STARTS; left > 0; left--) {
    await withShop(file, { checkout }, async ({ port, startedMs }) => {
      starts.push(startedMs / 1000)
      listings.push(await firstListingMs(port))
    })
  }
  return {
    rows: [],
    figures: [
      { shop: name, name: COLD_START, value: middle(starts), unit: 's' },
      { shop: name, name: FIRST_LISTING, value: middle(listings), unit: 'ms' },
    ],
  }
}

async function firstListingMs(port: number): Promise<number> {
  const wire = await openWire(port)
  const asked = performance.now()
  await wire.ask(request('GET', '/shop', ['Accept: text/html', AS_BROWSERS_ASK]))
  wire.close()
  return performance.now() - asked
}

const middle = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0
