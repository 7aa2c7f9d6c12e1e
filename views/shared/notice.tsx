import type { Flash } from '#src/http/flash.ts'
import { Icon } from './icon.tsx'

/**
 * One sentence on what just happened. Floating ones come by stream, over the page: good news leaves by itself, a
 * refusal stays until it is closed. Turbo keeps neither for the way back.
 */
export const Notice = ({ kind, message, floating = false }: Flash & { floating?: boolean }) => (
  <div
    class={`notice notice--${kind}${floating ? ' notice--floating' : ''}`}
    data-turbo-temporary="true"
    data-controller={floating ? 'notice' : undefined}
    data-notice-stays-value={floating ? String(kind === 'danger') : undefined}
  >
    <Icon name={kind === 'danger' ? 'alert' : 'check'} />
    <p class="notice__text">{message}</p>
    {floating && (
      <button type="button" class="notice__close" data-action="notice#close" aria-label="Close this message">
        <Icon name="close" />
      </button>
    )}
  </div>
)
