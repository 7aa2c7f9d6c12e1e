import { CartParts } from '#views/cart/streams.tsx'
import { StockUpdated } from '#views/catalog/stock-updates.tsx'
import { findSession } from '../accounts/session.ts'
import { cartView } from '../cart/cart-view.ts'
import type { WeightStock } from '../catalog/live-stock.ts'
import { layoutFacts } from '../page/layout-facts.ts'
import type { Services } from '../services.ts'
import type { VisitorKey } from '../web/env.ts'
import { renderBroadcast } from '../web/page.tsx'

/** The box as it stands, for every page its visitor has open: the same parts that a changing page gets as its answer. */
export function drawCart(services: Services, { sessionHash }: VisitorKey): string {
  const session = findSession(services.db, sessionHash)
  const viewer = {
    sessionHash,
    user: session?.user ?? null,
    postalCode: session?.postalCode ?? null,
    promotionOffer: session?.promotionOffer ?? null,
  }
  return renderBroadcast(services, layoutFacts, viewer, <CartParts {...cartView(services, viewer)} />)
}

/** What a variety's page is told of its weights. */
export const drawStock = (slug: string, weights: WeightStock[]): string =>
  (<StockUpdated slug={slug} weights={weights} />).toString()
