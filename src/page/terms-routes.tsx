import { Hono } from 'hono'
import { TermsPage } from '#views/page/terms-page.tsx'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { renderPage } from '../web/page.tsx'

export const termsRoutes = new Hono<AppEnv>()

termsRoutes.get(paths.terms.pattern, (c) =>
  renderPage(c, <TermsPage />, {
    title: 'Terms of service',
    description: 'How ordering, delivery, changes, refunds and payment work at our shop.',
    canonical: paths.terms(),
  }),
)
