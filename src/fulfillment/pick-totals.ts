import type { WaveLine } from '#db/schema/index.ts'
import type { WaveBoxRow } from './wave-boxes.ts'

export type PickTotal = Pick<WaveLine, 'bid_item_token' | 'name' | 'label' | 'farm' | 'quantity'> & {
  weight_grams: number
  boxes: number
}

/** What to fetch from the shelves for several boxes, by offer. */
export class PickTotals {
  readonly #totals = new Map<string, PickTotal>()

  addBox(lines: WaveLine[]) {
    for (const line of lines) this.#add(line)
  }

  inPickOrder = (): PickTotal[] =>
    [...this.#totals.values()].sort((a, b) => compare(a.name, b.name) || compare(a.label, b.label))

  #add({ bid_item_token, name, label, farm, quantity, unit_grams }: WaveLine) {
    const weight = quantity * unit_grams
    const total = this.#totals.get(bid_item_token)
    if (!total) {
      const first = { bid_item_token, name, label, farm, quantity, weight_grams: weight, boxes: 1 }
      this.#totals.set(bid_item_token, first)
      return
    }
    total.quantity += quantity
    total.weight_grams += weight
    total.boxes++
  }
}

/** By code units, so that the order is the same on every machine. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** For the boxes that nobody has packed yet. */
export function leftToPick(rows: WaveBoxRow[]): PickTotal[] {
  const totals = new PickTotals()
  for (const { state, lines } of rows) if (state === 'to_pack') totals.addBox(lines)
  return totals.inPickOrder()
}

const ROWS_PER_SHEET = 26
const LETTERS_PER_ROW = 44

/** Letter sheets that the pick list takes. Long names take several lines. */
export function pickSheets(pick: PickTotal[]): number {
  const lines = pick.reduce(
    (sum, { name, label }) => sum + Math.ceil((name.length + label.length) / LETTERS_PER_ROW),
    0,
  )
  return Math.ceil(lines / ROWS_PER_SHEET)
}
