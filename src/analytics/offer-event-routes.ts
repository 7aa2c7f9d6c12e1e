import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { isbot } from 'isbot'
import { z } from 'zod'
import { oncePerDatabase } from '#db/client.ts'
import { offers } from '#db/schema/index.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { readFields, text } from '../web/fields.ts'
import { isMeasured } from '../web/privacy-choice.ts'
import { byNetwork, bySession, rateLimit } from '../web/rate-limit.ts'
import { byScriptsOnly } from '../web/reports.ts'
import { isEventName } from './names.ts'
import { analyticsQueue } from './queue.ts'

export const routes = new Hono<AppEnv>()

const Fields = z.object({ event_name: text.refine(isEventName), bid_item_token: text })

/** Card clicks and adds, counted per offer and day without a visitor. The page doesn't read the response. */
routes.post(
  paths.offerEvents.pattern,
  byScriptsOnly,
  rateLimit({ points: 60, seconds: 60, by: bySession }, { points: 600, seconds: 60, by: byNetwork }),
  (c) => {
    const fields = readFields(Fields, c.var.body)
    if (!fields.ok) return refuse(c, 422, fields.message)
    const { services } = c.var
    const { event_name: event, bid_item_token: offerToken } = fields.value
    if (!offer(services.db).get({ token: offerToken })) return c.notFound()
    if (isMeasured(c) && !isbot(c.req.header('user-agent') ?? ''))
      analyticsQueue(services).add({ kind: 'offer', row: { event, offerToken, at: services.clock.now() } })
    return c.body(null, 204)
  },
)

const offer = oncePerDatabase((db) =>
  db
    .select({ id: offers.id })
    .from(offers)
    .where(eq(offers.token, sql.placeholder('token')))
    .prepare(),
)
