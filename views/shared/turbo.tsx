import type { Child } from 'hono/jsx'

type FrameProps = { id: string; src?: string; target?: string; children?: Child }

/** A part of the page that answers on its own. */
export const TurboFrame = ({ children, ...attributes }: FrameProps) => (
  <turbo-frame {...attributes}>{children}</turbo-frame>
)

type StreamProps = {
  action: 'append' | 'prepend' | 'replace' | 'update' | 'remove' | 'before' | 'after'
  target: string
  method?: 'morph'
  children?: Child
}

/** One change to the page that is open; a target that is not there is left alone. */
export const TurboStream = ({ children, ...attributes }: StreamProps) => (
  <turbo-stream {...attributes}>
    {attributes.action === 'remove' ? null : <template>{children}</template>}
  </turbo-stream>
)
