import { type ComponentType, createElement } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'

/** Brings the server's HTML in `element` to life. `props` are the very ones that it was rendered with. */
export const hydrate = (
  component: ComponentType<object>,
  element: Element,
  name: string,
  props: object,
): Root => hydrateRoot(element, createElement(component, props), { identifierPrefix: name })
