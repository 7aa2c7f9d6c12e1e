import type { User } from '#db/schema/index.ts'
import { OfferPage } from '#views/staff/catalog/offer-page.tsx'
import type { Ctx } from '../../accounts/guards.ts'
import { comingPrices } from '../../catalog/prices.ts'
import { notFound } from '../../web/errors.tsx'
import { renderDesk } from '../page.tsx'
import { stockByCenter } from './center-stock.ts'
import { listProposals } from './coming-prices.ts'
import { valuesOf } from './edit-entry.ts'
import { offerFields } from './edit-fields.ts'
import { catalogItem } from './edit-item.ts'
import type { ListedOffer } from './offer-list.ts'
import type { EditProblem } from './refused-edit.ts'

type Refused = {
  status: 409 | 422
  price?: { field: string; message: string }
  edit?: EditProblem
  stock?: string
}

export function offerPage(c: Ctx, user: User, offer: ListedOffer, refused?: Refused) {
  const { db, clock } = c.var.services
  const item = catalogItem(db, 'offer', offer.token)
  if (!item) return notFound(c)
  const fields = offerFields(offer.poundCents !== null)
  const view = (
    <OfferPage
      offer={offer}
      prices={comingPrices(db, offer.id)}
      proposal={listProposals(db).find(({ bid_item_token }) => bid_item_token === offer.token) ?? null}
      form={{ fields, values: valuesOf(item.entry, fields), version: item.version, problem: refused?.edit }}
      typed={refused?.price ? c.var.body : {}}
      problem={refused?.price}
      now={clock.now()}
      stock={{
        centers: stockByCenter(db, offer.id, clock.now()),
        problem: refused?.stock,
        typed: refused?.stock === undefined ? null : c.var.body,
      }}
    />
  )
  const title = `${offer.name}, ${offer.label}`
  return renderDesk(c, user, { current: 'catalog', title, status: refused?.status }, view)
}
