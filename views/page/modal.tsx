import type { Child } from 'hono/jsx'
import { TurboFrame } from '../shared/turbo.tsx'

type ModalProps = {
  /** The name that its events carry. */
  name: string
  title: string
  children?: Child
}

/** Over an open page. Its forms navigate the page, not the frame. */
export const ModalFrame = (props: ModalProps) => (
  <TurboFrame id="modal" target="_top">
    <ModalContents {...props} />
  </TurboFrame>
)

export const ModalContents = ({ name, title, children }: ModalProps) => (
  <section class="ask" data-modal-name={name} aria-labelledby="modal_title">
    <h2 class="ask__title" id="modal_title">
      {title}
    </h2>
    {children}
  </section>
)

/** The modal's content as a page of its own, when its URL is opened directly. */
export const ModalPage = ({ title, children }: Omit<ModalProps, 'name'>) => (
  <section class="ask" aria-labelledby="page_title">
    <h1 class="ask__title" id="page_title">
      {title}
    </h1>
    {children}
  </section>
)
