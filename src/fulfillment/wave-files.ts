import { setImmediate } from 'node:timers/promises'
import type { Db } from '#db/client.ts'
import type { LineLot, WaveBox, WaveLine } from '#db/schema/index.ts'
import { csvFile, csvHead, csvRows } from '../csv.ts'
import { formatPhone } from '../delivery/rules.ts'
import { formatCents } from '../money.ts'
import { type PickTotal, PickTotals } from './pick-totals.ts'
import { boxesOfWave, type KeptBox } from './waves.ts'

/** Between two batches, requests run; a batch takes a few milliseconds. */
const BOXES_PER_BATCH = 25

type PlacedBox = Pick<KeptBox, 'position' | 'boxSize' | 'dryIceGrams'> & { box: WaveBox }

/** The wave's boxes, batch by batch. */
async function* batchesOf(db: Db, waveId: number): AsyncGenerator<PlacedBox[]> {
  for (let after = 0; ; ) {
    const rows = boxesOfWave(db, waveId, after, BOXES_PER_BATCH)
    const last = rows.at(-1)
    if (!last) return
    yield rows.flatMap(({ box, ...row }) => (box ? [{ ...row, box }] : []))
    after = last.position
    await setImmediate()
  }
}

/** One row a box. */
export async function* ordersCsv(db: Db, waveId: number, onBoxes: (count: number) => unknown) {
  yield csvHead(ORDER_COLUMNS)
  for await (const boxes of batchesOf(db, waveId)) {
    yield csvRows(boxes.map((placed) => orderRow(waveId, placed)))
    await onBoxes(boxes.length)
  }
}

const ORDER_COLUMNS = [
  'packing_wave_id',
  'position',
  'order_token',
  'order',
  'ship_on',
  'arrival_date',
  'delivery_name',
  'street_1',
  'street_2',
  'city',
  'state',
  'postal_code',
  'phone',
  'address_status',
  'expedited',
  'gift_order',
  'gift_recipient_name',
  'gift_message',
  'units',
  'weight_grams',
  'box_size',
  'dry_ice_grams',
  'items_cents',
  'total_cents',
  'items',
  'total',
]

const orderRow = (waveId: number, { position, box, boxSize, dryIceGrams }: PlacedBox) => [
  waveId,
  position,
  box.order_token,
  box.identifier,
  box.ship_on,
  box.arrival_date,
  box.delivery_name,
  box.delivery_street_address_1,
  box.delivery_street_address_2,
  box.delivery_city,
  box.delivery_state,
  box.delivery_postal_code,
  formatPhone(box.delivery_phone_number),
  box.address_status,
  box.expedited ? 'yes' : 'no',
  box.gift_order ? 'yes' : 'no',
  box.gift_recipient_name,
  box.gift_message,
  unitsOf(box.lines),
  gramsOf(box.lines),
  boxSize,
  dryIceGrams,
  box.items_cents,
  box.total_cents,
  formatCents(box.items_cents),
  formatCents(box.total_cents),
]

const unitsOf = (lines: WaveLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

export const gramsOf = (lines: WaveLine[]) =>
  lines.reduce((sum, { quantity, unit_grams }) => sum + quantity * unit_grams, 0)

/** One row a line, in pick order. */
export async function* linesCsv(db: Db, waveId: number) {
  yield csvHead(LINE_COLUMNS)
  for await (const boxes of batchesOf(db, waveId)) yield csvRows(boxes.flatMap(lineRows))
}

const LINE_COLUMNS = [
  'position',
  'order_token',
  'order',
  'line',
  'shelf',
  'bid_item_token',
  'name',
  'label',
  'farm',
  'quantity',
  'weight_grams',
  'line_cents',
  'line_total',
  'lots',
  'pack_dates',
]

const lineRows = ({ position, box }: PlacedBox) =>
  box.lines.map((line, index) => [
    position,
    box.order_token,
    box.identifier,
    index + 1,
    line.shelf,
    line.bid_item_token,
    line.name,
    line.label,
    line.farm,
    line.quantity,
    line.quantity * line.unit_grams,
    line.line_cents,
    formatCents(line.line_cents),
    lotsOf(line)
      .map(({ lot, quantity }) => `${lot} × ${quantity}`)
      .join('; '),
    lotsOf(line)
      .map(({ pack_date, harvest_date }) => pack_date ?? harvest_date ?? '')
      .join('; '),
  ])

const lotsOf = ({ lots = [] }: WaveLine): LineLot[] => lots

/** What to fetch for the whole wave, by shelf, offer and lot, in pick order. */
export async function pickTotals(db: Db, waveId: number): Promise<PickTotal[]> {
  const totals = new PickTotals()
  for await (const boxes of batchesOf(db, waveId)) for (const { box } of boxes) totals.addBox(box.lines)
  return totals.inPickOrder()
}

export async function* pickCsv(db: Db, waveId: number) {
  const rows = (await pickTotals(db, waveId)).map((total) => [
    total.shelf,
    total.bid_item_token,
    total.name,
    total.label,
    total.farm,
    total.lot,
    total.best_by,
    total.quantity,
    total.weight_grams,
    total.boxes,
  ])
  yield csvFile(PICK_COLUMNS, rows)
}

const PICK_COLUMNS = [
  'shelf',
  'bid_item_token',
  'name',
  'label',
  'farm',
  'lot',
  'best_by',
  'quantity',
  'weight_grams',
  'boxes',
]
