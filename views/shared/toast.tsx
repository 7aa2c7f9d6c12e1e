import type { Flash } from '#src/web/flash.ts'
import { MESSAGE_REQUIRED, visibilityCookie } from '#src/web/toast-rules.ts'
import { Icon } from './icon.tsx'
import { NOTICE_ICONS } from './notice.tsx'
import { usePage } from './page-facts.ts'
import { TurboStream } from './turbo.tsx'

type ToastProps = Pick<Flash, 'kind' | 'message'> & {
  /** 0 shows it until it is closed. Default: two seconds for a success, else 0. */
  timeoutMs?: number
}

/** A flash message over the page; `data-turbo-temporary` keeps it out of Turbo's cache. */
export const Toast = ({ kind, message, timeoutMs }: ToastProps) => (
  <div
    class={`notice notice--${kind} notice--floating`}
    data-turbo-temporary="true"
    data-controller="toast"
    data-toast-timeout-value={timeoutMs ?? (kind === 'notice' ? undefined : 0)}
    data-action={ACTIONS}
  >
    <ToastBody icon={NOTICE_ICONS[kind]} message={required(message)} />
  </div>
)

export const ToastShown = (props: ToastProps) => (
  <TurboStream action="update" target="flash">
    <Toast {...props} />
  </TurboStream>
)

type LastingToastProps = {
  /** Names the cookie: at most 64 letters, digits, - and _. */
  token: string
  message: string
}

/** Shows on every page until it is closed, and then not in this browser for a year. */
export function LastingToast({ token, message }: LastingToastProps) {
  const text = required(message)
  const { dismissedToasts } = usePage()
  if (dismissedToasts.has(visibilityCookie(token) ?? '')) return null
  return (
    <aside
      class="notice notice--floating notice--lasting"
      aria-label="Shop announcement"
      data-controller="toast"
      data-toast-timeout-value="0"
      data-toast-token-value={token}
      data-action={ACTIONS}
    >
      <ToastBody icon="info" message={text} />
    </aside>
  )
}

const ToastBody = ({ icon, message }: { icon: 'alert' | 'check' | 'info'; message: string }) => (
  <>
    <Icon name={icon} />
    <p class="notice__text" data-toast-target="message">
      {message}
    </p>
    <button type="button" class="notice__close" data-action="toast#dismiss" aria-label="Close this message">
      <Icon name="close" />
    </button>
  </>
)

const ACTIONS = [
  'pointerenter->toast#stopTimer',
  'focusin->toast#stopTimer',
  'pointerleave->toast#startTimer',
  'focusout->toast#startTimer',
  'keydown.esc->toast#dismiss',
].join(' ')

function required(message: string): string {
  if (message.trim() === '') throw new Error(MESSAGE_REQUIRED)
  return message
}
