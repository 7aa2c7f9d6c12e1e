import type { Flash } from '#src/http/flash.ts'
import { Icon } from './icon.tsx'

/** One sentence on what just happened. Floating ones come by stream, over the page, and leave by themselves. */
export const Notice = ({ kind, message, floating = false }: Flash & { floating?: boolean }) => (
  <div
    class={`notice notice--${kind}${floating ? ' notice--floating' : ''}`}
    data-controller={floating ? 'notice' : undefined}
  >
    <Icon name={kind === 'danger' ? 'alert' : 'check'} />
    <p class="notice__text">{message}</p>
  </div>
)
