const inert = document.implementation.createHTMLDocument()

/** Turbo caches a copy of the page. Pictures in a copy for this window would start to load, which is most of its cost. */
export function copyInert() {
  const { body } = document // by the time of the copy, the next page may be shown
  body.cloneNode = (isDeep) => forTheCache(inert.importNode(body, isDeep))
}

/**
 * Says that the box may have changed since. And Turbo marks a form that it sends: the answer to a page that was left
 * clears only the page, not the copy.
 */
function forTheCache(copy: HTMLElement): HTMLElement {
  copy.querySelector('[data-controller~=cart]')?.setAttribute('data-cached', '')
  for (const form of copy.querySelectorAll<HTMLFormElement>('form[aria-busy]')) {
    form.removeAttribute('aria-busy')
    for (const field of form.elements)
      if (field.matches('button, input')) field.removeAttribute('aria-disabled')
  }
  for (const frame of copy.querySelectorAll('turbo-frame[busy]'))
    for (const name of ['busy', 'aria-busy']) frame.removeAttribute(name)
  return copy
}
