import { Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import { ItemPage } from '#views/fulfillment/item-page.tsx'
import { PackLabelsPage } from '#views/fulfillment/pack-labels-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { personName } from '../accounts/person-name.ts'
import { paths } from '../paths.ts'
import { type AdjustResult, adjustStock, type EarlierAdjustment, latestMovement } from '../stock/adjust.ts'
import { lotJson, lotsOfOffer } from '../stock/lot-list.ts'
import { MAX_LOT_LENGTH } from '../stock/lots.ts'
import { setShelf } from '../stock/set-shelf.ts'
import { MAX_SHELF_LENGTH, shelfCode } from '../stock/shelves.ts'
import { isStale, pressMark, versionOf } from '../tokens.ts'
import { changedMeanwhile } from '../web/changed-meanwhile.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { digits, line, readFields } from '../web/fields.ts'
import { pageNumber } from '../web/page-number.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import type { Clerk } from './clerk.ts'
import { clerkAtItem, itemNow } from './clerk-at-item.ts'
import type { InventoryItem } from './inventory.ts'
import { rowPath } from './inventory-routes.tsx'
import { itemJson, movementJson } from './json.ts'
import { packLabels } from './pack-labels.ts'
import { renderCenterPage } from './page.tsx'
import { readScaleWeight, typedScaleWeight } from './scale-weight.ts'
import { stockLedger } from './stock-ledger.ts'

export const stockRoutes = new Hono<AppEnv>()

stockRoutes.get(
  paths.centerOffer.pattern,
  clerkAtItem((c, who, item) => {
    if (wantsHtml(c)) return itemPage(c, who, item)
    const ledger = stockLedger(c.var.services.db, who.center, item, pageNumber(c.req.query()))
    if (ledger.page > ledger.pages) return notFound(c)
    const { movements, page, pages, total } = ledger
    const lots = lotsOfOffer(c.var.services.db, item.offerId, who.center.id).map(lotJson)
    return c.json({ ...itemJson(item), lots, movements: movements.map(movementJson), page, pages, total })
  }),
)

stockRoutes.get(
  paths.packLabels.pattern,
  clerkAtItem(async (c, who, item) => {
    const { db, random } = c.var.services
    const labels = await packLabels(db, item, who.center.id, random.token)
    const json = labels.map(({ code, lot, bestBy }) => ({ barcode: code, lot, best_by: bestBy }))
    if (!wantsHtml(c)) return c.json({ labels: json, page: 1, pages: 1, total: labels.length })
    const view = <PackLabelsPage center={who.center} item={item} labels={labels} />
    return renderCenterPage(c, who, { current: 'inventory', title: `Pack labels of ${item.name}` }, view)
  }),
)

const MAX_CHANGE = 100_000
const MAX_REASON_LENGTH = 200

const adjustment = z.object({
  change: digits(7)
    .refine((typed) => /^[+-]?\d{1,6}$/.test(typed), { message: 'a whole number such as 12 or -3' })
    .transform(Number)
    .refine((change) => change !== 0 && Math.abs(change) <= MAX_CHANGE, {
      message: `not 0, and at most ${MAX_CHANGE.toLocaleString('en-US')} units`,
    }),
  reason: line(MAX_REASON_LENGTH).refine((typed) => typed !== '', {
    message: 'say why the number is different',
  }),
  lot: line(MAX_LOT_LENGTH).transform((typed) => typed || null),
  from: line(10),
  press: line(40),
  seen: line(15),
})

const LABELS = { change: '“Change”', reason: '“Reason”', lot: '“Lot”' }

stockRoutes.post(
  paths.adjustStock.pattern,
  clerkAtItem(async (c, who, item) => {
    const read = readFields(adjustment, c.var.body, LABELS)
    if (!read.ok) return refuseItem(c, who, item, read.message)
    const scale = readScaleWeight(c)
    if (!scale.ok) return refuseItem(c, who, item, scale.message)
    const { db, clock } = c.var.services
    const { change, reason, lot, from, press, seen } = read.value
    const adjusted = await durably(db, (tx) =>
      adjustStock(
        tx,
        {
          offerId: item.offerId,
          fcId: who.center.id,
          change,
          note: reason,
          lot,
          userId: who.user.id,
          scaleGrams: scale.grams,
          press: pressMark(press, who.center.id, item.offerId, change, reason, lot),
          seen: /^\d+$/.test(seen) ? Number(seen) : null,
        },
        clock.now(),
      ),
    )
    const now = itemNow(c, who) ?? item
    if (!adjusted.ok) {
      const status = adjusted.reason === 'adjusted_since' ? 409 : 422
      return refuseItem(c, who, now, refusalWords(now, adjusted), status)
    }
    const path = from === 'ledger' ? paths.centerOffer(who.center.slug, item.token) : rowPath(who, item.token)
    return reply(c, 200, itemJson(now), { path, flash: { kind: 'notice', message: doneWords(now, change) } })
  }),
)

const place = z.object({
  shelf: line(MAX_SHELF_LENGTH)
    .transform(shelfCode)
    .refine((typed) => /^([A-Z0-9][A-Z0-9 ./-]*)?$/.test(typed), {
      message: 'letters and digits, such as B-14',
    }),
  version: line(40),
})

/** An empty one takes the place away. */
stockRoutes.post(
  paths.setShelf.pattern,
  clerkAtItem(async (c, who, item) => {
    const read = readFields(place, c.var.body, { shelf: '“Shelf”' })
    if (!read.ok) return refuseItem(c, who, item, read.message)
    const shelf = read.value.shelf || null
    const { center } = who
    const stale = await durably(c.var.services.db, (tx) => {
      const now = itemNow(c, who) ?? item
      if (now.shelf !== shelf && isStale(read.value.version, shelfOf(now))) return now
      setShelf(tx, { offerId: item.offerId, fcId: center.id }, shelf)
      return null
    })
    if (stale) return refuseItem(c, who, stale, staleShelf(stale), 409)
    const what = `${item.name}, ${item.label}`
    const message = shelf ? `${what} is on shelf ${shelf}.` : `${what} has no shelf now.`
    const path = paths.centerOffer(center.slug, item.token)
    return reply(c, 200, itemJson(itemNow(c, who) ?? item), { path, flash: { kind: 'notice', message } })
  }),
)

const shelfOf = ({ shelf }: InventoryItem) => ({ shelf })

const staleShelf = ({ shelf }: InventoryItem) =>
  changedMeanwhile(
    'the shelf',
    shelf
      ? `It’s ${shelf} now; saving yours again replaces it.`
      : 'It has none now; saving yours again adds it.',
  )

function refusalWords(item: InventoryItem, refused: Exclude<AdjustResult, { ok: true }>): string {
  const what = `${item.name}, ${item.label}`
  if (refused.reason === 'adjusted_since')
    return `Since you opened this page, ${refused.earlier.map(earlierWords).join(', and ')}. Nothing was changed.`
  if (refused.reason === 'too_many') return tooMany(item, refused.available)
  if (refused.reason === 'unknown_lot')
    return `There is no lot ${refused.lot} of ${what}. Nothing was changed.`
  return `Only ${refused.left} of ${what} can be removed from lot ${refused.lot}. Nothing was changed.`
}

const earlierWords = ({ units, note, by }: EarlierAdjustment) =>
  `${personName(by)} ${units > 0 ? 'added' : 'removed'} ${Math.abs(units)} (${note})`

const tooMany = ({ name, label, onHand, reserved }: InventoryItem, available: number) =>
  `Only ${available} of ${name}, ${label} can be removed: ${onHand} on hand, ${reserved} reserved. Nothing was changed.`

const doneWords = ({ name, label, onHand }: InventoryItem, change: number) =>
  `${Math.abs(change)} ${change > 0 ? 'added to' : 'removed from'} ${name}, ${label}. ${onHand} on hand now.`

/** Shows the offer as it is now, with what was typed. */
function refuseItem(c: Ctx, who: Clerk, item: InventoryItem, message: string, status: 409 | 422 = 422) {
  if (!wantsHtml(c)) return c.json({ error: message, message, ...itemJson(item) }, status)
  return itemPage(c, who, item, message, status)
}

function itemPage(c: Ctx, who: Clerk, item: InventoryItem, problem?: string, status: 200 | 409 | 422 = 200) {
  const page = problem === undefined ? pageNumber(c.req.query()) : 1
  const ledger = stockLedger(c.var.services.db, who.center, item, page)
  if (ledger.page > ledger.pages) return notFound(c)
  const { change, reason, lot, shelf } = c.var.body
  const typed = {
    change: typedText(change),
    reason: typedText(reason),
    lot: typedText(lot),
    shelf: typeof shelf === 'string' ? typedText(shelf) : null,
    grams: problem === undefined ? '' : typedScaleWeight(c),
  }
  const lots = lotsOfOffer(c.var.services.db, item.offerId, who.center.id)
  const press = c.var.services.random.token()
  const seen = latestMovement(c.var.services.db)
  const version = versionOf(shelfOf(item))
  const view = (
    <ItemPage
      center={who.center}
      {...{ item, lots, ledger, problem, typed, press, seen }}
      shelfVersion={version}
    />
  )
  const head = { current: 'inventory' as const, title: `${item.name}, ${item.label}` }
  return renderCenterPage(c, who, { ...head, status }, view)
}

const typedText = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_REASON_LENGTH) : '')
