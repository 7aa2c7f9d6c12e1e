import { type ComponentType, createElement } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot, type Root } from 'react-dom/client'

/** Synchronous: leaving the page in the middle of concurrent hydration makes React report an error. */
export const hydrate = (
  component: ComponentType<object>,
  element: Element,
  name: string,
  props: object,
): Root => flushSync(() => hydrateRoot(element, createElement(component, props), { identifierPrefix: name }))
