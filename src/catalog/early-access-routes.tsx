import { Hono } from 'hono'
import { EarlyAccessPage } from '#views/catalog/early-access-page.tsx'
import { hasPausedMembership, isMember } from '../accounts/members.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { renderPage } from '../web/page.tsx'
import { wantsHtml } from '../web/respond.ts'
import { earlyCards } from './listing.ts'
import { viewContext } from './view-context.ts'

export const earlyAccessRoutes = new Hono<AppEnv>()

earlyAccessRoutes.get(paths.earlyAccess.pattern, (c) => {
  const { services, visitor } = c.var
  const userId = visitor.user?.id ?? null
  const isOpen = isMember(services.db, userId)
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
  const viewer = isOpen ? 'member' : hasPausedMembership(services.db, userId) ? 'paused' : 'other'
  const page = <EarlyAccessPage viewer={viewer} cards={cards} />
  return renderPage(c, page, { title: 'Early access for members', indexed: false })
})
