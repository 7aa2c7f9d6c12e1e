type Aside = {
  /** Whether it has to do with us that this is about to be morphed. Without it nothing has. */
  concerns?(morphed: Element): boolean
  leave(): void
  comeBack(): void
}

/**
 * Has the page as the server sent it while Turbo keeps it or morphs what `concerns` says: `leave` before, `comeBack`
 * after. For the page may stay, as it does when only its anchor changes.
 */
export function deferToTurbo(
  element: HTMLElement,
  { concerns, leave, comeBack }: Aside,
  signal: AbortSignal,
) {
  let timer: number | undefined
  const step = () => {
    leave()
    window.clearTimeout(timer)
    // Turbo copies the page at its next tick, which it asks for after we do for this one.
    timer = window.setTimeout(() => {
      timer = window.setTimeout(comeBack)
    })
  }
  const stepIfConcerned = ({ target }: Event) => {
    if (target instanceof Element && concerns?.(target)) step()
  }
  document.addEventListener('turbo:before-cache', step, { signal })
  element.addEventListener('turbo:before-morph-element', stepIfConcerned, { signal })
  signal.addEventListener('abort', () => window.clearTimeout(timer))
}

/** Of these attributes what stands in the page stays, though the server's HTML comes without them. */
export function keepWhenMorphed(element: HTMLElement, attributes: string[], signal: AbortSignal) {
  const keep = (event: Event) => {
    const { attributeName } = (event as CustomEvent<{ attributeName: string }>).detail
    if (event.target === element && attributes.includes(attributeName)) event.preventDefault()
  }
  element.addEventListener('turbo:before-morph-attribute', keep, { signal })
}
