import { CartParts } from '#views/cart/streams.tsx'
import { StockChanged } from '#views/catalog/stock-updates.tsx'
import { findSession } from '../accounts/session.ts'
import { shownCart } from '../cart/cart-view.ts'
import type { WeightStock } from '../catalog/live-stock.ts'
import { layoutFacts } from '../page/layout-facts.ts'
import type { Services } from '../services.ts'
import { renderNews } from '../web/page.tsx'
import type { Listener } from './stream-kind.ts'

/** The box as it stands, for every page its visitor has open: the same parts that a changing page gets as its answer. */
export function drawCart(services: Services, { sessionHash }: Listener): string {
  const session = findSession(services.db, sessionHash)
  const viewer = {
    sessionHash,
    user: session?.user ?? null,
    postalCode: session?.postalCode ?? null,
    promotionOffer: session?.promotionOffer ?? null,
  }
  return renderNews(services, layoutFacts, viewer, <CartParts {...shownCart(services, viewer)} />)
}

/** What a variety's page is told of its weights. */
export const drawStock = (slug: string, weights: WeightStock[]): string =>
  (<StockChanged slug={slug} weights={weights} />).toString()
