import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import { CaptureEmail } from '#views/page/capture-email.tsx'
import { CapturePostalCode } from '#views/page/capture-postal-code.tsx'
import { type ModalName, paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { isModalNamed, renderModal } from '../web/modal.tsx'
import { localPath } from '../web/redirect.ts'
import { previousPage } from '../web/return-path.ts'

type Modal = { title: string; contents: (c: Context<AppEnv>) => Child }

/** A name from the request is only looked up here. It never names a file, and no response repeats it. */
const MODALS = new Map<string, Modal>(
  Object.entries({
    capture_postal_code: {
      title: 'Where should we deliver?',
      contents: (c) => <CapturePostalCode returnTo={pageBehind(c)} />,
    },
    capture_email: {
      title: 'Want to hear from us?',
      contents: (c) => <CaptureEmail returnTo={pageBehind(c)} />,
    },
  } satisfies Record<ModalName, Modal>),
)

export const modalRoutes = new Hono<AppEnv>()

modalRoutes.get(paths.modal.pattern, (c) => {
  const name = c.req.param('name')
  const modal = MODALS.get(name)
  if (!modal || !isModalNamed(c, name)) return notFound(c)

  return renderModal(c, { name, title: modal.title }, modal.contents(c))
})

function pageBehind(c: Context<AppEnv>): string {
  const requested = c.req.query('return_to')
  return requested ? localPath(requested, c.var.services.config.appUrl) : previousPage(c, paths.shop())
}
