export type ModalRequest = {
  content: { url: string } | { fragment: DocumentFragment }
  /** Marked busy while the modal loads; gets the focus back when it closes. */
  opener: HTMLElement | null
  fallBack(): void
}

export function requestModal(request: ModalRequest) {
  const isUnhandled = window.dispatchEvent(
    new CustomEvent('modal:wanted', { detail: request, cancelable: true }),
  )
  if (isUnhandled) request.fallBack() // this page has no modal, or it is in use
}

export const closeModal = () => window.dispatchEvent(new CustomEvent('modal:done'))

export const isCovered = () =>
  document.querySelector('dialog[open], :popover-open, [aria-modal="true"]') !== null
