import type { LineLot, WaveLine } from '#db/schema/index.ts'

export type PickTotal = Pick<WaveLine, 'bid_item_token' | 'name' | 'label' | 'farm' | 'quantity'> & {
  /** Null for what has no place of its own. */
  shelf: string | null
  /** Null for units that are in no lot. */
  lot: string | null
  best_by: string | null
  /** Says to take another lot, because these boxes may not have this one anymore. */
  problem: string | null
  weight_grams: number
  boxes: number
}

export type PickLine = Omit<WaveLine, 'lots'> & {
  lots?: (LineLot & { problem?: string | null | undefined })[]
}

/** What to fetch for several boxes, by shelf, offer and lot. */
export class PickTotals {
  readonly #totals = new Map<string, PickTotal>()

  addBox(lines: PickLine[]) {
    for (const line of lines) for (const share of sharesOf(line)) this.#add(line, share)
  }

  inPickOrder = (): PickTotal[] => [...this.#totals.values()].sort(inPickOrder)

  #add(line: PickLine, { lot, best_by, quantity, problem = null }: Share) {
    const { bid_item_token, name, label, farm, unit_grams, shelf = null } = line
    const key = `${bid_item_token} ${shelf ?? ''} ${problem ?? ''} ${lot ?? ''}`
    const product = { shelf, bid_item_token, name, label, farm, lot, best_by, problem }
    const total = this.#totals.get(key) ?? { ...product, quantity: 0, weight_grams: 0, boxes: 0 }
    if (total.boxes === 0) this.#totals.set(key, total)
    total.quantity += quantity
    total.weight_grams += quantity * unit_grams
    total.boxes++
  }
}

type Share = Pick<PickTotal, 'lot' | 'best_by' | 'quantity'> & { problem?: string | null | undefined }

/** A line by its lots, and what of it is in none. */
function sharesOf({ lots = [], quantity }: PickLine): Share[] {
  const rest = quantity - lots.reduce((sum, share) => sum + share.quantity, 0)
  return rest > 0 ? [...lots, { lot: null, best_by: null, quantity: rest }] : lots
}

const LAST_DAY = '9999-12-31'
/** After every letter that a shelf may have. */
const LAST_SHELF = '~'

/** From shelf to shelf, and of one offer, first expired first. */
const inPickOrder = (a: PickTotal, b: PickTotal) =>
  compare(a.shelf ?? LAST_SHELF, b.shelf ?? LAST_SHELF) ||
  compare(a.name, b.name) ||
  compare(a.label, b.label) ||
  compare(a.best_by ?? LAST_DAY, b.best_by ?? LAST_DAY) ||
  compare(a.lot ?? '', b.lot ?? '') ||
  compare(a.problem ?? '', b.problem ?? '')

/** By code units, so that the order is the same on every machine. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const ROWS_PER_SHEET = 26
const LETTERS_PER_ROW = 44

/** Letter sheets that the pick list takes. Long names take several lines. */
export function pickSheets(pick: PickTotal[]): number {
  const lines = pick.reduce(
    (sum, total) =>
      sum +
      Math.ceil((total.name.length + total.label.length) / LETTERS_PER_ROW) +
      Math.ceil((total.problem?.length ?? 0) / LETTERS_PER_ROW),
    0,
  )
  return Math.ceil(lines / ROWS_PER_SHEET)
}
