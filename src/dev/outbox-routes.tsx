import { Hono } from 'hono'
import { OutboxPage } from '#views/dev/outbox-page.tsx'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { renderPage } from '../web/page.tsx'
import { newestMessages } from './outbox.ts'

export const outboxRoutes = new Hono<AppEnv>()

outboxRoutes.get(paths.outbox.pattern, (c) =>
  renderPage(c, <OutboxPage messages={newestMessages(c.var.services.db)} />, {
    title: 'Outbox',
    indexed: false,
  }),
)

outboxRoutes.get(paths.outboxJson.pattern, (c) => c.json({ messages: newestMessages(c.var.services.db) }))
