import { Hono } from 'hono'
import { BEHAVIOURS } from '#views/dev/behaviours/index.ts'
import { BehaviourPage, BehavioursPage } from '#views/dev/behaviours-page.tsx'
import type { AppEnv } from '../http/env.ts'
import { notFound } from '../http/errors.tsx'
import { renderPage } from '../http/page.tsx'

/** Where the behaviours of the pages can be tried, each alone. A live shop does not mount them. */
export const behavioursRoutes = new Hono<AppEnv>()

behavioursRoutes.get('/behaviours', (c) =>
  renderPage(c, <BehavioursPage behaviours={BEHAVIOURS} />, { title: 'Behaviours', indexed: false }),
)

behavioursRoutes.get('/behaviours/:name', (c) => {
  const behaviour = BEHAVIOURS.find(({ name }) => name === c.req.param('name'))
  if (!behaviour) return notFound(c)
  return renderPage(c, <BehaviourPage behaviour={behaviour} />, { title: behaviour.title, indexed: false })
})
