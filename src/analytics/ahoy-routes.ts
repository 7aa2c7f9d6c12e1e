import type { Context } from 'hono'
import { Hono } from 'hono'
import { isbot } from 'isbot'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { isMeasured } from '../web/privacy-choice.ts'
import { byNetwork, bySession, rateLimit } from '../web/rate-limit.ts'
import { byScriptsOnly } from '../web/reports.ts'
import { analyticsQueue } from './queue.ts'
import { eventsOf, type Sender, senderOf, sentEvents, visitOf } from './rows.ts'

export const routes = new Hono<AppEnv>()

/** Of the stock client, which sends each event on its own. */
const perVisitor = rateLimit(
  { points: 60, seconds: 60, by: bySession },
  { points: 600, seconds: 60, by: byNetwork }, // a new session costs nothing
)

const agentOf = (c: Context<AppEnv>) => c.req.header('user-agent') ?? ''

/** Bots and visitors who opted out get the same response, so that the client stops retrying. */
const counts = (c: Context<AppEnv>) => isMeasured(c) && !isbot(agentOf(c))

const sender = (c: Context<AppEnv>): Sender | null =>
  senderOf(c.var.body, c.var.visitor.user?.id ?? null, agentOf(c))

function timesOf(c: Context<AppEnv>) {
  const { clock, wallClock } = c.var.services
  return { now: clock.now(), wallNow: wallClock.now() }
}

const refused = (c: Context<AppEnv>, error: string) => c.json({ error }, 400)

routes.post(paths.ahoyVisits.pattern, byScriptsOnly, perVisitor, (c) => {
  const from = sender(c)
  if (!from) return refused(c, 'Missing required parameters')
  const { services, body } = c.var
  if (counts(c)) {
    const row = visitOf(from, body, new URL(services.config.appUrl).host, timesOf(c))
    analyticsQueue(services).add({ kind: 'visit', row })
  }
  const { token, visitor } = from
  return c.json({ visit_token: token, visitor_token: visitor, visit_id: token, visitor_id: visitor })
})

/** Only a 200 empties the client's queue. */
routes.post(paths.ahoyEvents.pattern, byScriptsOnly, perVisitor, (c) => {
  const from = sender(c)
  if (!from) return refused(c, 'Missing required parameters')
  const events = sentEvents(c.var.body)
  if (!events) return refused(c, 'Invalid parameters')
  if (!counts(c)) return c.json({})
  const queue = analyticsQueue(c.var.services)
  for (const row of eventsOf(from, events, timesOf(c))) queue.add({ kind: 'event', row })
  return c.json({})
})
