import type { Context, ErrorHandler, NotFoundHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { RefusalPage } from '#views/shared/refusal-page.tsx'
import type { AppEnv } from './env.ts'
import { formPage } from './form-pages.ts'
import { renderPage } from './page.tsx'
import { redirectTo } from './redirect.ts'
import { wantsHtml } from './respond.ts'

/**
 * A refusal that belongs to no form: 400, 403, 404, 409, 413, 422, 429. A person gets a page with a way on, a
 * script both field names that the error catalogue uses.
 */
export function refuse(
  c: Context<AppEnv>,
  status: ContentfulStatusCode,
  message: string,
): Response | Promise<Response> {
  if (!wantsHtml(c)) return c.json({ error: message, message }, status)
  return renderPage(c, <RefusalPage status={status} message={message} />, { title: message, status })
}

/** An address without a page: one that forms are sent to leads to their page, and any other is unknown. */
export const handleNotFound: NotFoundHandler<AppEnv> = (c) => {
  const page = c.req.method === 'GET' && wantsHtml(c) ? formPage(c.req.path) : null
  return page === null ? notFound(c) : redirectTo(c, page, 302)
}

/** What an unknown address and somebody else's thing answer alike. */
export const notFound: NotFoundHandler<AppEnv> = (c) => refuse(c, 404, "We couldn't find that.")

const BROKEN = 'Something went wrong on our side. Nothing was changed by this; please try again.'

/** Bugs end here: logged whole, told without any of it. */
export const failed: ErrorHandler<AppEnv> = (error, c) => {
  if (error instanceof HTTPException && error.status < 500)
    return refuse(c, error.status, "We couldn't read that request.")
  const log = c.var.log ?? c.var.services?.log
  log?.error({ err: error }, 'request failed')
  return wantsHtml(c) ? brokenPage(c) : c.json({ error: BROKEN, message: BROKEN }, 500)
}

/** Every page reads the database; when that is what broke, plain words remain. */
async function brokenPage(c: Context<AppEnv>): Promise<Response> {
  try {
    return await renderPage(c, <RefusalPage status={500} message={BROKEN} />, {
      title: 'Something went wrong',
      status: 500,
    })
  } catch {
    return c.text(BROKEN, 500)
  }
}
