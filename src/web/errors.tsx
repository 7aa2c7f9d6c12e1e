import type { Context, ErrorHandler, NotFoundHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { RefusalPage } from '#views/shared/refusal-page.tsx'
import type { AppEnv } from './env.ts'
import { formPage } from './form-pages.ts'
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
  return renderPage(c, <RefusalPage status={status} message={message} />, { title: message, status })
}

/** Reloading a form's action redirects to the page with the form. */
export const handleNotFound: NotFoundHandler<AppEnv> = (c) => {
  const page = c.req.method === 'GET' && wantsHtml(c) ? formPage(c.req.path) : null
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
async function errorPage(c: Context<AppEnv>): Promise<Response> {
  try {
    return await renderPage(c, <RefusalPage status={500} message={SERVER_ERROR} />, {
      title: 'Something went wrong',
      status: 500,
    })
  } catch {
    return c.text(SERVER_ERROR, 500)
  }
}
