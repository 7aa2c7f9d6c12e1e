import type { Child } from 'hono/jsx'
import { Icon } from './icon.tsx'

/** Why something was refused, where no single field says it: told at once to whoever hears the page. */
export const Alert = ({ children }: { children: Child }) => (
  <div class="notice notice--danger" role="alert">
    <Icon name="alert" />
    <p class="notice__text">{children}</p>
  </div>
)
