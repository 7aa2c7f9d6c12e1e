import { Hono } from 'hono'
import { EarlyAccessPage } from '#views/catalog/early-access-page.tsx'
import { isMember } from '../accounts/members.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { renderPage } from '../web/page.tsx'
import { wantsHtml } from '../web/respond.ts'
import { earlyCards } from './listing.ts'
import { viewContext } from './view-context.ts'

export const earlyAccessRoutes = new Hono<AppEnv>()

earlyAccessRoutes.get(paths.earlyAccess.pattern, (c) => {
  const { services, visitor } = c.var
  const isOpen = isMember(services.db, visitor.user?.id ?? null)
  const cards = isOpen ? earlyCards(services.db, viewContext(c)) : []
  if (!wantsHtml(c))
    return c.json({
      member: isOpen,
      offers: cards.map(({ card, opensAt }) => ({
        bid_item_token: card.offer.token,
        name: card.name,
        label: card.offer.label,
        price_cents: card.offer.priceCents,
        opens_at: new Date(opensAt).toISOString(),
      })),
    })
  const page = <EarlyAccessPage isMember={isOpen} cards={cards} />
  return renderPage(c, page, { title: 'Early access for members', indexed: false })
})
