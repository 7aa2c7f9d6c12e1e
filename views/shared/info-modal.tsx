import type { Child } from 'hono/jsx'

type InfoModalProps = {
  /** The name that its events carry. */
  name: string
  title: string
  children?: Child
}

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
