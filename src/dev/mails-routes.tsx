import { Hono } from 'hono'
import { MAILS } from '#views/dev/mails/index.tsx'
import { TEXTS } from '#views/dev/mails/texts.ts'
import { MailsPage } from '#views/dev/mails-page.tsx'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'

export const mailsRoutes = new Hono<AppEnv>()

mailsRoutes.get(paths.mails.pattern, (c) => {
  const { store } = c.var.services.config
  const texts = TEXTS.map(({ name, text }) => ({ name, text: text(c.var.services.config) }))
  const mails = MAILS.map(({ name, mail }) => ({ name, ...mail(store) }))
  return renderPage(c, <MailsPage mails={mails} texts={texts} />, {
    title: 'Emails and texts',
    indexed: false,
  })
})

/** Emails have inline styles, which the shop's own CSP forbids. */
const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

mailsRoutes.get(paths.mail.pattern, (c) => {
  const [, name, form] = /^([a-z-]+)\.(html|txt)$/.exec(c.req.param('file')) ?? []
  const mail = MAILS.find((entry) => entry.name === name)?.mail(c.var.services.config.store)
  if (!mail) return notFound(c)
  c.header('Content-Security-Policy', MAIL_POLICY)
  return form === 'html' ? c.html(mail.html) : c.text(mail.text)
})
