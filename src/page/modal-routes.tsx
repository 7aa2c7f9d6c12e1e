import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import { CaptureEmail } from '#views/page/capture-email.tsx'
import { CapturePostalCode } from '#views/page/capture-postal-code.tsx'
import { ModalFrame, ModalPage } from '#views/page/modal.tsx'
import { type ModalName, paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderFragment, renderPage } from '../web/page.tsx'
import { localPath } from '../web/redirect.ts'
import { previousPage } from '../web/return-path.ts'

type Modal = { title: string; contents: (c: Context<AppEnv>) => Child }

/** Every modal there is. A name is only looked up here: it names no file, and is never repeated in an answer. */
const MODALS = new Map<string, Modal>(
  Object.entries({
    capture_postal_code: {
      title: 'Where do we deliver?',
      contents: (c) => <CapturePostalCode returnTo={pageBelow(c)} />,
    },
    capture_email: {
      title: 'Shall we write to you?',
      contents: (c) => <CaptureEmail returnTo={pageBelow(c)} />,
    },
  } satisfies Record<ModalName, Modal>),
)

export const modalRoutes = new Hono<AppEnv>()

/** A modal's contents: what fills the frame over an open page, or a page of its own. */
modalRoutes.get(paths.modal.pattern, (c) => {
  const name = c.req.param('name')
  const modal = MODALS.get(name)
  const agrees = (c.req.queries('modal_name') ?? []).every((said) => said === name)
  if (!modal || !agrees) return notFound(c)

  const { title } = modal
  const contents = modal.contents(c)
  if (c.req.header('turbo-frame')) {
    const frame = (
      <ModalFrame name={name} title={title}>
        {contents}
      </ModalFrame>
    )
    return c.html(renderFragment(c, frame))
  }
  return renderPage(c, <ModalPage title={title}>{contents}</ModalPage>, { title, indexed: false })
})

/** The page the modal opened over, to go on with when it is done. */
function pageBelow(c: Context<AppEnv>): string {
  const asked = c.req.query('return_to')
  return asked ? localPath(asked, c.var.services.config.appUrl) : previousPage(c, paths.shop())
}
