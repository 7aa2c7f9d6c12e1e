import type { Context } from 'hono'
import type { Child } from 'hono/jsx'
import { ModalFrame, ModalPage } from '#views/page/modal.tsx'
import type { AppEnv } from './env.ts'
import { type PageHead, renderFragment, renderPage } from './page.tsx'

/** The customer's scripts name the modal in the query too. */
export const isModalNamed = (c: Context<AppEnv>, name: string) =>
  (c.req.queries('modal_name') ?? []).every((value) => value === name)

type ModalHead = Pick<PageHead, 'title' | 'status' | 'styles'> & { name: string }

/** Over an open page where a frame asks for it, else a page of its own, as with scripts off. */
export function renderModal(
  c: Context<AppEnv>,
  { name, title, status = 200, styles }: ModalHead,
  contents: Child,
): Response | Promise<Response> {
  if (!c.req.header('turbo-frame'))
    return renderPage(c, <ModalPage title={title}>{contents}</ModalPage>, {
      title,
      indexed: false,
      status,
      ...(styles && { styles }),
    })
  const frame = (
    <ModalFrame name={name} title={title}>
      {contents}
    </ModalFrame>
  )
  return c.html(renderFragment(c, frame), status)
}
