import type { Child } from 'hono/jsx'
import { Icon } from './icon.tsx'

type AlertProps = {
  id?: string
  /** For the answer to a refused form, so that keyboard and screen-reader users start here. */
  takesFocus?: boolean
  children: Child
}

/** A refusal that belongs to no single field; screen readers announce it at once. */
export const Alert = ({ id, takesFocus, children }: AlertProps) => (
  <div
    class="notice notice--danger"
    id={id}
    role="alert"
    {...(takesFocus && { tabindex: -1, autofocus: true })}
  >
    <Icon name="alert" />
    <p class="notice__text">{children}</p>
  </div>
)
