import { OfferPage } from '#views/vendor/offer-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { pageNumber } from '../web/page-number.ts'
import { wantsHtml } from '../web/respond.ts'
import { type Farmer, farmer } from './farmer.ts'
import { farmMovementJson, shelfJson } from './json.ts'
import { renderFarmPage } from './page.tsx'
import { listMovements, type ShelfItem, shelfItem } from './shelf.ts'

type ItemHandler = (c: Ctx, who: Farmer, item: ShelfItem) => Response | Promise<Response>

/** For paths with `:offerToken` under a farm. */
export const withItem = (handler: ItemHandler) =>
  farmer((c, who) => {
    const item = itemNow(c, who)
    return item ? handler(c, who, item) : refuse(c, 404, 'There is no such offer.')
  })

export const itemNow = (c: Ctx, { farm }: Farmer): ShelfItem | null => {
  const { db, clock } = c.var.services
  return shelfItem(db, farm.id, c.req.param('offerToken') ?? '', clock.now())
}

export function offerPage(c: Ctx, who: Farmer, item: ShelfItem, problem?: string) {
  const page = typeof problem === 'string' ? 1 : pageNumber(c.req.query())
  const ledger = listMovements(c.var.services.db, item.offerId, page)
  if (ledger.page > ledger.pages) return notFound(c)
  if (!wantsHtml(c)) {
    const { movements, pages, total } = ledger
    return c.json({ ...shelfJson(item), movements: movements.map(farmMovementJson), page, pages, total })
  }
  const press = c.var.services.random.token()
  const refused = problem === undefined ? null : { action: c.req.path, fields: c.var.body }
  const view = <OfferPage farm={who.farm} {...{ item, ledger, press, problem, refused }} />
  return renderFarmPage(c, who, { title: item.name, status: problem === undefined ? 200 : 422 }, view)
}
