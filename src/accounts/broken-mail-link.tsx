import { BrokenMailLinkPage } from '#views/settings/broken-mail-link-page.tsx'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { wantsHtml } from '../web/respond.ts'
import type { Ctx } from './guards.ts'

/** A person with a broken unsubscribe link still wants fewer emails, so the page names other ways. */
export function brokenMailLink(c: Ctx): Response | Promise<Response> {
  if (!wantsHtml(c)) return notFound(c)
  return renderPage(c, <BrokenMailLinkPage />, { title: 'Unsubscribe', indexed: false, status: 404 })
}
