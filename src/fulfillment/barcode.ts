import type { Db } from '#db/client.ts'
import { type InventoryItem, inventoryItem, type Shelves } from './inventory.ts'

const MIN_LENGTH = 4

type Scan = { ok: true; item: InventoryItem } | { ok: false; status: 404 | 422; message: string }

/** An offer's barcode is its token. */
export function itemOfBarcode(db: Db, shelves: Shelves, typed: string): Scan {
  const code = typed.trim()
  if (code.length < MIN_LENGTH)
    return { ok: false, status: 422, message: `A barcode has at least ${MIN_LENGTH} characters.` }
  const item = inventoryItem(db, shelves, code)
  if (item) return { ok: true, item }
  return { ok: false, status: 404, message: `No offer has the barcode "${code.slice(0, 40)}".` }
}
