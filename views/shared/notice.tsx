import type { Flash } from '#src/web/flash.ts'
import { Icon } from './icon.tsx'

/** One sentence in the page on what just happened. Turbo does not keep it for the way back. */
export const Notice = ({ kind, message }: Pick<Flash, 'kind' | 'message'>) => (
  <div class={`notice notice--${kind}`} data-turbo-temporary="true">
    <Icon name={kind === 'danger' ? 'alert' : 'check'} />
    <p class="notice__text">{message}</p>
  </div>
)
