import type { Flash } from '#src/web/flash.ts'
import { Icon } from './icon.tsx'

/** A flash message within the page; `data-turbo-temporary` keeps it out of Turbo's cache. */
export const Notice = ({ kind, message }: Pick<Flash, 'kind' | 'message'>) => (
  <div class={`notice notice--${kind}`} data-turbo-temporary="true">
    <Icon name={kind === 'danger' ? 'alert' : 'check'} />
    <p class="notice__text">{message}</p>
  </div>
)
