import { type Child, useContext } from 'hono/jsx'
import { PageContext } from './page-facts.ts'

type FrameProps = {
  id: string
  src?: string
  target?: string
  children?: Child
  [data: `data-${string}`]: string | undefined
}

export const TurboFrame = ({ children, ...attributes }: FrameProps) => (
  <turbo-frame {...attributes}>{children}</turbo-frame>
)

type StreamProps = {
  action: 'append' | 'prepend' | 'replace' | 'update' | 'remove' | 'before' | 'after'
  target: string
  method?: 'morph'
  /** The page skips a stream that is older than the cart it shows. */
  'data-cart-version'?: string
  children?: Child
}

/** Broadcasts are marked, so that they do not overwrite what is being typed (controllers/support/keep-typing.ts). */
export function TurboStream({ children, ...attributes }: StreamProps) {
  const isBroadcast = useContext(PageContext)?.isBroadcast ?? false
  return (
    <turbo-stream {...attributes} data-news={isBroadcast ? '' : undefined}>
      {attributes.action === 'remove' ? null : <template>{children}</template>}
    </turbo-stream>
  )
}
