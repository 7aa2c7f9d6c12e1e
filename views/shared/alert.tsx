import type { Child } from 'hono/jsx'
import { Icon } from './icon.tsx'

/** A refusal that belongs to no single field; screen readers announce it at once. */
export const Alert = ({ id, children }: { id?: string; children: Child }) => (
  <div class="notice notice--danger" id={id} role="alert">
    <Icon name="alert" />
    <p class="notice__text">{children}</p>
  </div>
)
