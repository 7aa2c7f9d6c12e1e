/** A modal that somebody wants to see: filled from an address of ours, or with what is at hand. */
export type RequestedModal = { url: string } | { contents: DocumentFragment }

export type ModalRequest = {
  wanted: RequestedModal
  /** Shows that it is coming, and gets the focus back. */
  opener: HTMLElement | null
  /** What to do when it cannot be shown. */
  otherwise(): void
}

/** Asks the page's modal to open. */
export function requestModal(wish: ModalRequest) {
  const isLeft = window.dispatchEvent(new CustomEvent('modal:wanted', { detail: wish, cancelable: true }))
  if (isLeft) wish.otherwise() // no modal on this page, or it is taken
}

/** What it was open for is done. */
export const closeModal = () => window.dispatchEvent(new CustomEvent('modal:done'))

/** Something is open over the page already: a modal, a menu, the box. */
export const isCovered = () =>
  document.querySelector('dialog[open], :popover-open, [aria-modal="true"]') !== null
