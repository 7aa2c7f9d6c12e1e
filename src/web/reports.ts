import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { paths } from '../paths.ts'
import type { AppEnv } from './env.ts'
import { redirectTo } from './redirect.ts'
import { wantsHtml } from './respond.ts'

/** Body limit of what pages report, as in Ahoy's own server. */
export const REPORT_BYTES = 8_192

const REPORTS = new Set<string>([
  paths.ahoyVisits.pattern,
  paths.ahoyEvents.pattern,
  paths.offerEvents.pattern,
])

/** Sent by scripts in passing, with limits of their own: it must not use up what a visitor's pages may ask for. */
export const isReport = ({ req }: Context): boolean => REPORTS.has(req.path.replace(/\/$/, ''))

/** A browser that navigates here, such as by going back, is redirected to the shop. */
export const byScriptsOnly = createMiddleware<AppEnv>(async function scriptsOnly(c, next) {
  return wantsHtml(c) ? redirectTo(c, paths.home()) : next()
})
