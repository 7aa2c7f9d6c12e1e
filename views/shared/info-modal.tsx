import type { Child } from 'hono/jsx'

type InfoModalProps = {
  /** What its events call it. */
  name: string
  title: string
  children?: Child
}

/** Words for whoever wants to know more: in the page's modal, or, without scripts, unfolded where they stand. */
export const InfoModal = ({ name, title, children }: InfoModalProps) => (
  <details class="info-modal" data-controller="info-modal" data-info-modal-name-value={name}>
    <summary class="info-modal__title" data-info-modal-target="title" data-action="click->info-modal#open">
      {title}
    </summary>
    <div class="info-modal__words" data-info-modal-target="words">
      {children}
    </div>
  </details>
)
