import type { Db } from '#db/client.ts'
import { type InventoryItem, inventoryItem, inventoryItemByGtin, type Shelves } from './inventory.ts'
import { readPackageCode } from './package-code.ts'

const MIN_LENGTH = 4

type Scan = { ok: true; item: InventoryItem } | { ok: false; status: 404 | 422; message: string }

/** Of a pack, by our own label or its maker's. */
export function itemOfBarcode(db: Db, shelves: Shelves, typed: string): Scan {
  const code = typed.trim()
  if (code.length < MIN_LENGTH)
    return { ok: false, status: 422, message: `A barcode has at least ${MIN_LENGTH} characters.` }
  const pack = readPackageCode(code)
  const item = pack?.gtin
    ? inventoryItemByGtin(db, shelves, pack.gtin)
    : inventoryItem(db, shelves, pack?.offerToken ?? code)
  if (item) return { ok: true, item }
  return { ok: false, status: 404, message: `No offer has the barcode "${code.slice(0, 40)}".` }
}
