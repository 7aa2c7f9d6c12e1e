/** @jsxImportSource react */
import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot, type Root } from 'react-dom/client'

/** Synchronous: leaving the page in the middle of concurrent hydration makes React report an error. */
export const hydrate = (
  Component: ComponentType<object>,
  element: Element,
  name: string,
  props: object,
): Root => flushSync(() => hydrateRoot(element, <Component {...props} />, { identifierPrefix: name }))
