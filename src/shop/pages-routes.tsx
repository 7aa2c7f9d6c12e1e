import { Hono } from 'hono'
import { TermsPage } from '#views/shop/terms-page.tsx'
import type { AppEnv } from '../http/env.ts'
import { renderPage } from '../http/page.tsx'
import { paths } from '../paths.ts'

/** Pages that say how the shop works, and sell nothing. */
export const pagesRoutes = new Hono<AppEnv>()

pagesRoutes.get('/terms', (c) =>
  renderPage(c, <TermsPage />, {
    title: 'Terms of service',
    description: 'How ordering, delivery, changes, refunds and payment work here.',
    canonical: paths.terms(),
  }),
)
