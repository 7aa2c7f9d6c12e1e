import { type ComponentType, createElement } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot, type Root } from 'react-dom/client'

/**
 * Brings the server's HTML in `element` to life. `props` are the very ones that it was rendered with. At once, not when
 * React finds the time: a page that is left before would take it apart half alive, which React calls an error.
 */
export const hydrate = (
  component: ComponentType<object>,
  element: Element,
  name: string,
  props: object,
): Root => flushSync(() => hydrateRoot(element, createElement(component, props), { identifierPrefix: name }))
