import { Hono } from 'hono'
import { InventoryPage, type ScanShown } from '#views/fulfillment/inventory-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { paths } from '../paths.ts'
import { latestMovement } from '../stock/adjust.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { pageNumber } from '../web/page-number.ts'
import { redirectTo } from '../web/redirect.ts'
import { wantsHtml } from '../web/respond.ts'
import { itemOfBarcode } from './barcode.ts'
import { type Clerk, clerk } from './clerk.ts'
import { inventoryItem, listInventory, pageOfItem, type Shelves } from './inventory.ts'
import { itemJson } from './json.ts'
import { renderCenterPage } from './page.tsx'

export const inventoryRoutes = new Hono<AppEnv>()

/** `barcode` is what was scanned; `scanned` is the offer whose row to show. */
inventoryRoutes.get(
  paths.centerInventory.pattern,
  clerk((c, who) => {
    const { db, clock } = c.var.services
    const shelves = { fcId: who.center.id, now: clock.now() }
    const { barcode, scanned, ...query } = c.req.query()
    if (barcode !== undefined) return followBarcode(c, who, shelves, barcode)
    const item = scanned === undefined ? null : inventoryItem(db, shelves, scanned)
    if (item) return listPage(c, who, shelves, { searched: '', page: pageOfItem(db, item) }, { item })
    if (scanned !== undefined) return notFound(c)
    const searched = (query.q ?? '').trim().slice(0, MAX_SEARCH_LENGTH).toLowerCase()
    return listPage(c, who, shelves, { searched, page: pageNumber(query) }, {})
  }),
)

const MAX_SEARCH_LENGTH = 100

function followBarcode(c: Ctx, who: Clerk, shelves: Shelves, barcode: string) {
  const scan = itemOfBarcode(c.var.services.db, shelves, barcode)
  if (scan.ok) {
    const path = rowPath(who, scan.item.token)
    return wantsHtml(c) ? redirectTo(c, path, 302) : c.json({ ...itemJson(scan.item), redirect_to: path })
  }
  const { status, message } = scan
  if (!wantsHtml(c)) return c.json({ error: message, message }, status)
  return listPage(c, who, shelves, { searched: '', page: 1 }, { problem: message, status })
}

/** Where the list shows an offer's row. */
export const rowPath = ({ center }: Clerk, offerToken: string) =>
  `${paths.centerInventory(center.slug, { scanned: offerToken })}#offer_${offerToken}`

type Asked = { searched: string; page: number }

function listPage(c: Ctx, who: Clerk, shelves: Shelves, asked: Asked, scan: ScanShown) {
  const list = listInventory(c.var.services.db, shelves, asked.searched, asked.page)
  if (list.page > list.pages) return notFound(c)
  const { items, page, pages, total } = list
  if (!wantsHtml(c)) return c.json({ items: items.map(itemJson), page, pages, total })
  const press = c.var.services.random.token()
  const seen = latestMovement(c.var.services.db)
  const view = (
    <InventoryPage center={who.center} {...{ list, scan, press, seen }} searched={asked.searched} />
  )
  const head = { current: 'inventory' as const, title: 'Inventory', status: scan.status }
  return renderCenterPage(c, who, head, view)
}
