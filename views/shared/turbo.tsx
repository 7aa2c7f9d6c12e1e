import { type Child, useContext } from 'hono/jsx'
import { PageContext } from './page-facts.ts'

type FrameProps = {
  id: string
  src?: string
  target?: string
  children?: Child
  [data: `data-${string}`]: string | undefined
}

/** A part of the page that answers on its own. */
export const TurboFrame = ({ children, ...attributes }: FrameProps) => (
  <turbo-frame {...attributes}>{children}</turbo-frame>
)

type StreamProps = {
  action: 'append' | 'prepend' | 'replace' | 'update' | 'remove' | 'before' | 'after'
  target: string
  method?: 'morph'
  /** How new the box is that it draws: an older one than stands there is not drawn. */
  'data-cart-version'?: string
  children?: Child
}

/**
 * One change to the page that is open; a target that is not there is left alone. News are marked: what somebody is
 * typing meanwhile outlives them (controllers/support/keep-typing.ts).
 */
export function TurboStream({ children, ...attributes }: StreamProps) {
  const isBroadcast = useContext(PageContext)?.isBroadcast ?? false
  return (
    <turbo-stream {...attributes} data-news={isBroadcast ? '' : undefined}>
      {attributes.action === 'remove' ? null : <template>{children}</template>}
    </turbo-stream>
  )
}
