import type { Child } from 'hono/jsx'
import { TurboFrame } from '../shared/turbo.tsx'

type ModalProps = { title: string; children?: Child }

/** Over an open page. What its forms answer is for the whole page, not for the frame. */
export const ModalFrame = ({ title, children }: ModalProps) => (
  <TurboFrame id="modal" target="_top">
    <section class="ask" aria-labelledby="modal_title">
      <h2 class="ask__title" id="modal_title">
        {title}
      </h2>
      {children}
    </section>
  </TurboFrame>
)

/** The same, for whoever comes by its address. */
export const ModalPage = ({ title, children }: ModalProps) => (
  <section class="ask" aria-labelledby="modal_title">
    <h1 class="ask__title" id="modal_title">
      {title}
    </h1>
    {children}
  </section>
)
