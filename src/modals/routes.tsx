import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import { CapturePostalCode } from '#views/modals/capture-postal-code.tsx'
import { ModalFrame, ModalPage } from '#views/modals/modal.tsx'
import type { AppEnv } from '../http/env.ts'
import { notFound } from '../http/errors.tsx'
import { pageBefore } from '../http/go-back.ts'
import { renderFrame, renderPage } from '../http/page.tsx'
import { ownPath } from '../http/redirect.ts'
import { paths } from '../paths.ts'

type Modal = { title: string; contents: (c: Context<AppEnv>) => Child }

/** Every modal there is. A name is only looked up here: it names no file, and is never repeated in an answer. */
const MODALS = new Map<string, Modal>([
  [
    'capture_postal_code',
    {
      title: 'Where do we deliver?',
      contents: (c) => <CapturePostalCode returnTo={pageBelow(c)} />,
    },
  ],
])

export const modalRoutes = new Hono<AppEnv>()

/** A modal's contents: what fills the frame over an open page, or a page of its own. */
modalRoutes.get('/modals/:name', (c) => {
  const name = c.req.param('name')
  const modal = MODALS.get(name)
  const agrees = (c.req.queries('modal_name') ?? []).every((said) => said === name)
  if (!modal || !agrees) return notFound(c)

  const { title } = modal
  if (c.req.header('turbo-frame')) {
    return renderFrame(c, <ModalFrame title={title}>{modal.contents(c)}</ModalFrame>)
  }
  return renderPage(c, <ModalPage title={title}>{modal.contents(c)}</ModalPage>, { title, indexed: false })
})

/** The page the modal opened over, to go on with when it is done. */
function pageBelow(c: Context<AppEnv>): string {
  const asked = c.req.query('return_to')
  return asked ? ownPath(asked, c.var.services.config.appUrl) : pageBefore(c, paths.shop())
}
