import type { Context, ErrorHandler, NotFoundHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { DeskRefusalPage } from '#views/page/desk-refusal-page.tsx'
import { BareRefusalPage } from '#views/shared/bare-refusal-page.tsx'
import { RefusalPage } from '#views/shared/refusal-page.tsx'
import type { AppEnv } from './env.ts'
import { formPage, pageBefore } from './form-pages.ts'
import { renderPage } from './page.tsx'
import { redirectTo } from './redirect.ts'
import { wantsHtml } from './respond.ts'

/** A refusal outside any form: a page for people, and for scripts both field names of the error catalog. */
export function refuse(
  c: Context<AppEnv>,
  status: ContentfulStatusCode,
  message: string,
): Response | Promise<Response> {
  if (!wantsHtml(c)) return c.json({ error: message, message }, status)
  return refusalPage(c, status, message, message)
}

/** Where clerks, farms and staff work, so a refusal there leads them back to work. */
const BACK_OFFICE = /^\/(staff|fulfillment|vendor|jobs|downloads)(\/|$)/

function refusalPage(c: Context<AppEnv>, status: ContentfulStatusCode, message: string, title: string) {
  const desks = BACK_OFFICE.test(c.req.path) ? c.var.desksOf(c) : []
  const back = status === 404 || c.req.method === 'GET' ? null : pageBefore(c.req.path, c.req.query('key'))
  return desks.length === 0
    ? renderPage(c, <RefusalPage {...{ status, message, back }} />, { title, status })
    : renderPage(c, <DeskRefusalPage {...{ status, message, back, desks }} />, {
        ...{ title, status, indexed: false, layout: 'back-office' },
      })
}

/** Reloading a form's action redirects to the page with the form. */
export const handleNotFound: NotFoundHandler<AppEnv> = (c) => {
  const page = c.req.method === 'GET' && wantsHtml(c) ? formPage(c.req.path, c.req.query('key')) : null
  return page === null ? notFound(c) : redirectTo(c, page, 302)
}

/** Unknown URLs and other people's things get the same response. */
export const notFound: NotFoundHandler<AppEnv> = (c) => refuse(c, 404, "We couldn't find that.")

const SERVER_ERROR = 'Something went wrong on our end. Nothing was changed, so please try again.'

/** Logs a bug in full and reports no details. */
export const handleError: ErrorHandler<AppEnv> = (error, c) => {
  if (error instanceof HTTPException && error.status < 500)
    return refuse(c, error.status, "We couldn't read that request.")
  const log = c.var.log ?? c.var.services?.log
  log?.error({ err: error }, 'request failed')
  return wantsHtml(c) ? errorPage(c) : c.json({ error: SERVER_ERROR, message: SERVER_ERROR }, 500)
}

/** Every page reads the database, which may be what broke. */
function errorPage(c: Context<AppEnv>): Response {
  try {
    return refusalPage(c, 500, SERVER_ERROR, 'Something went wrong')
  } catch {
    return bareRefusal(c, 500, SERVER_ERROR)
  }
}

/** Without the database, and at the cost of a few lines of text. */
export function bareRefusal(c: Context<AppEnv>, status: ContentfulStatusCode, message: string): Response {
  const { assets, config } = c.var.services
  const search = new URL(c.req.url).search || '?'
  const files = { stylesheet: assets.url('application.css'), script: assets.url('application.js') }
  return c.html(
    `<!doctype html>${<BareRefusalPage {...{ status, message, search, ...files }} store={config.store} />}`,
    status,
  )
}
