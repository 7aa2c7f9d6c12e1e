import { Hono } from 'hono'
import { PrivacyPage } from '#views/page/privacy-page.tsx'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { renderPage } from '../web/page.tsx'

export const privacyRoutes = new Hono<AppEnv>()

privacyRoutes.get(paths.privacy.pattern, (c) =>
  renderPage(c, <PrivacyPage optsOut={c.req.header('sec-gpc') === '1'} />, {
    title: 'Privacy policy',
    description:
      'What data our shop keeps about you, who else sees it, and how to see, correct or delete it.',
    canonical: paths.privacy(),
  }),
)
