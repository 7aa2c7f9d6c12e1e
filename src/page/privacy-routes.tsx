import { Hono } from 'hono'
import { PrivacyPage } from '#views/page/privacy-page.tsx'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { choosePrivacy, isMeasured, sendsPrivacySignal } from '../web/privacy-choice.ts'
import { reply } from '../web/respond.ts'
import { previousPage } from '../web/return-path.ts'

export const privacyRoutes = new Hono<AppEnv>()

privacyRoutes.get(paths.privacy.pattern, (c) =>
  renderPage(c, <PrivacyPage optsOut={sendsPrivacySignal(c)} isMeasured={isMeasured(c)} />, {
    title: 'Privacy policy',
    description:
      'What data our shop keeps about you, who else sees it, and how to see, correct or delete it.',
    canonical: paths.privacy(),
  }),
)

privacyRoutes.post(paths.privacyChoice.pattern, (c) => {
  const { choice } = c.var.body
  if (choice !== 'yes' && choice !== 'no') return refuse(c, 422, 'Please choose yes or no.')
  choosePrivacy(c, choice)
  const message =
    choice === 'yes' ? 'Thanks! You can change this any time.' : "OK. We won't count your visits."
  return reply(
    c,
    200,
    { message, choice },
    {
      path: previousPage(c, paths.privacy()),
      flash: { kind: 'notice', message },
    },
  )
})
