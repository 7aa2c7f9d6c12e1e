type Hooks = {
  /** Whether a morph of this element needs the server's HTML. */
  concerns?(morphed: Element): boolean
  restore(): void
  /** Starts again, since the page may stay open after all, as when only the URL's hash changes. */
  resume(): void
}

/** Shows Turbo the server's HTML while it caches the page, or morphs an element that `concerns` names. */
export function deferToTurbo(
  element: HTMLElement,
  { concerns, restore, resume }: Hooks,
  signal: AbortSignal,
) {
  let timer: number | undefined
  const stepAside = () => {
    restore()
    window.clearTimeout(timer)
    // Turbo copies the page in a task queued after the first timeout here, so only the second is late enough.
    timer = window.setTimeout(() => {
      timer = window.setTimeout(resume)
    })
  }
  const stepAsideForMorph = ({ target }: Event) => {
    if (target instanceof Element && concerns?.(target)) stepAside()
  }
  document.addEventListener('turbo:before-cache', stepAside, { signal })
  element.addEventListener('turbo:before-morph-element', stepAsideForMorph, { signal })
  signal.addEventListener('abort', () => window.clearTimeout(timer))
}

/** A morph must keep these attributes, which the server's HTML does not have. */
export function keepWhenMorphed(element: HTMLElement, attributes: string[], signal: AbortSignal) {
  const keep = (event: Event) => {
    const { attributeName } = (event as CustomEvent<{ attributeName: string }>).detail
    if (event.target === element && attributes.includes(attributeName)) event.preventDefault()
  }
  element.addEventListener('turbo:before-morph-attribute', keep, { signal })
}
