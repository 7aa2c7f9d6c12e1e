import type { Child } from 'hono/jsx'
import { TurboFrame } from '../shared/turbo.tsx'

type ModalProps = {
  /** What its events call it. */
  name: string
  title: string
  children?: Child
}

/** Over an open page. What its forms answer is for the whole page, not for the frame. */
export const ModalFrame = (props: ModalProps) => (
  <TurboFrame id="modal" target="_top">
    <ModalContents {...props} />
  </TurboFrame>
)

/** What stands in the modal of an open page, however it came there. */
export const ModalContents = ({ name, title, children }: ModalProps) => (
  <section class="ask" data-modal-name={name} aria-labelledby="modal_title">
    <h2 class="ask__title" id="modal_title">
      {title}
    </h2>
    {children}
  </section>
)

/** The same, for whoever comes by its address. */
export const ModalPage = ({ title, children }: Omit<ModalProps, 'name'>) => (
  <section class="ask" aria-labelledby="page_title">
    <h1 class="ask__title" id="page_title">
      {title}
    </h1>
    {children}
  </section>
)
