import { atPace } from './at-pace.ts'
import { buyWhole } from './measure-shoppers.ts'
import { readShelves } from './shop.ts'

/**
 * A separate process, `sales.ts <port> <stand-in's port> <shop file> <a second>`: complete shoppers at an even pace,
 * who all pay, until it's stopped. Prints how many have paid or failed whenever that changes.
 */
const [port = '', standInPort = '', file = '', aSecond = ''] = process.argv.slice(2)
/** Seeds apart from those of the measured shoppers. */
const FIRST_SEED = 5_000_000
/** Ten a second need about ten at once. If the machine can't keep up, more would only wait for each other. */
const AT_MOST_AT_ONCE = 24
const FOR_EVER = 3_600
const LAST_SALES_WITHIN_MS = 5_000

const shop = { port: Number(port), standInPort: Number(standInPort) }
const shelves = readShelves(file)
const told = { paid: 0, failed: 0 }
let isOpen = true
let underWay = 0

tell()
process.once('SIGTERM', () => {
  isOpen = false
  setTimeout(() => process.exit(0), LAST_SALES_WITHIN_MS)
  setInterval(() => underWay === 0 && process.exit(0), 20)
})
await atPace({
  pid: process.pid,
  aSecond: Number(aSecond),
  seconds: FOR_EVER,
  seats: Array.from({ length: AT_MOST_AT_ONCE }),
  ask: (_, nth) => buy(FIRST_SEED + nth),
})

async function buy(seed: number): Promise<boolean> {
  if (!isOpen) return true
  underWay += 1
  try {
    await buyWhole(shop, shelves, seed)
    told.paid += 1
  } catch (error) {
    if (told.failed === 0) process.stderr.write(`A sale failed: ${String(error)}\n`)
    told.failed += 1
  }
  underWay -= 1
  tell()
  return true
}

function tell() {
  process.stdout.write(`${JSON.stringify(told)}\n`)
}
