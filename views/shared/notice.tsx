import type { Flash } from '#src/web/flash.ts'
import { Icon } from './icon.tsx'

export const NOTICE_ICONS = { notice: 'check', info: 'info', danger: 'alert' } as const

/** A flash message within the page; `data-turbo-temporary` keeps it out of Turbo's cache. */
export const Notice = ({ kind, message }: Pick<Flash, 'kind' | 'message'>) => (
  <div class={`notice notice--${kind}`} data-turbo-temporary="true">
    <Icon name={NOTICE_ICONS[kind]} />
    <p class="notice__text">{message}</p>
  </div>
)
