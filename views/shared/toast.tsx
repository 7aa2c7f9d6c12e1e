import type { Flash } from '#src/web/flash.ts'
import { MESSAGE_REQUIRED, visibilityCookie } from '#src/web/toast-rules.ts'
import { Icon } from './icon.tsx'
import { usePage } from './page-facts.ts'
import { TurboStream } from './turbo.tsx'

type ToastProps = Pick<Flash, 'kind' | 'message'> & {
  /** How long it shows before it fades; 0: until it is closed. Good news leaves by itself, a refusal does not. */
  timeoutMs?: number
}

/** A sentence over the page, on what just happened. Turbo does not keep it for the way back. */
export const Toast = ({ kind, message, timeoutMs }: ToastProps) => (
  <div
    class={`notice notice--${kind} notice--floating`}
    data-turbo-temporary="true"
    data-controller="toast"
    data-toast-timeout-value={timeoutMs ?? (kind === 'danger' ? 0 : undefined)}
    data-action={ACTIONS}
  >
    <ToastBody icon={kind === 'danger' ? 'alert' : 'check'} message={required(message)} />
  </div>
)

/** The same on a page that is open. */
export const ToastShown = (props: ToastProps) => (
  <TurboStream action="update" target="flash">
    <Toast {...props} />
  </TurboStream>
)

type LastingToastProps = {
  /** Letters, digits, - and _, 64 at most: by this a browser remembers that it was closed. */
  token: string
  message: string
}

/** Stays until it is closed, on every page, and is then not said to this browser again for a year. */
export function LastingToast({ token, message }: LastingToastProps) {
  const words = required(message)
  const { dismissedToasts } = usePage()
  if (dismissedToasts.has(visibilityCookie(token) ?? '')) return null
  return (
    <aside
      class="notice notice--floating notice--lasting"
      aria-label="A word from the shop"
      data-controller="toast"
      data-toast-timeout-value="0"
      data-toast-token-value={token}
      data-action={ACTIONS}
    >
      <ToastBody icon="info" message={words} />
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
