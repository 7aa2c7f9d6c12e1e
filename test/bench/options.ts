import { parseArgs } from 'node:util'
import { reasonOf } from '#src/reason.ts'
import { PART_NAMES, type PartName } from './plan.ts'

export type Options = {
  quick: boolean
  report: boolean
  json: boolean
  profile: boolean
  help: boolean
  /** Sizes to measure instead of the usual ones. */
  offers: number[]
  orders: number[]
  /** Parts to measure instead of all. */
  only: PartName[]
  /** Folder of another checkout, measured alternately with this one. */
  shop: string | null
}

type Result = { ok: true; options: Options } | { ok: false; message: string }

export const HELP = `npm run bench [-- OPTIONS]

Starts real servers, uses them as browsers do, and prints what one core does in a second and what each answer costs.
Bare servers with next to nothing to do are measured in turns with the shop, so runs on different machines compare.
Every run is kept and shown beside the one before.

  --quick       Measure 200 and 10,000 offers in about four minutes. Without it: all sizes, in about twelve.
  --only PART   Measure one part of it: ${PART_NAMES.join(', ')}. May be repeated.
  --ceiling     Find the most that this machine bears: the highest rates of browsing and of paid orders at which
                requests stay under 100 ms (p99), and what runs out first. Not part of the other runs.
  --offers N    Measure a shop of N offers instead (200 is the demo's own catalog). May be repeated.
  --orders N    Give these shops N past orders. May be repeated.
  --shop FOLDER Measure another checkout too, part by part in turns with this one, and show it as the run before.
  --report      Measure nothing: show the last run beside the one before, here and as a page.
  --json        Print the run as JSON.
  --profile     Also say where the server's time went. Distorts the figures.
  --help        Show this.

Shops are made once for each size and kept in node_modules/.cache/bench, and so are the results.
An answer that is neither 2xx nor 3xx fails the run; a slow one doesn't.`

const LIMITS = {
  offers: { least: 200, most: 1_000_000 },
  orders: { least: 0, most: 10_000_000 },
}

export function parseOptions(args: string[]): Result {
  try {
    const { values } = parseArgs({
      args,
      options: {
        quick: { type: 'boolean', default: false },
        report: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        profile: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        offers: { type: 'string', multiple: true, default: [] },
        orders: { type: 'string', multiple: true, default: [] },
        only: { type: 'string', multiple: true, default: [] },
        ceiling: { type: 'boolean', default: false },
        shop: { type: 'string' },
      },
    })
    const offers = values.offers.map((text) => sizeOf('offers', text))
    const orders = values.orders.map((text) => sizeOf('orders', text))
    const { ceiling, shop = null, ...rest } = values
    const only = [...values.only.map(partOf), ...(ceiling ? (['ceiling'] as const) : [])]
    return { ok: true, options: { ...rest, offers, orders, only, shop } }
  } catch (error) {
    return { ok: false, message: `${reasonOf(error).split('. ')[0]?.replace(/\.$/, '')}.` }
  }
}

/** @throws with what's wrong with it */
function partOf(text: string): PartName {
  const part = PART_NAMES.find((name) => name === text)
  if (part) return part
  throw new Error(`--only takes one of ${PART_NAMES.join(', ')}, not “${text}”.`)
}

/** @throws with what's wrong with it */
function sizeOf(name: keyof typeof LIMITS, text: string): number {
  const { least, most } = LIMITS[name]
  const size = /^\d+$/.test(text.replaceAll(',', '')) ? Number(text.replaceAll(',', '')) : Number.NaN
  if (size >= least && size <= most) return size
  throw new Error(`--${name} takes a whole number from ${inWords(least)} to ${inWords(most)}, not “${text}”.`)
}

const inWords = (count: number) => count.toLocaleString('en-US')
