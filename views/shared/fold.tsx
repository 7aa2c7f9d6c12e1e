import type { Child } from 'hono/jsx'
import { Icon } from './icon.tsx'

type FoldProps = { title: string; isOpen?: boolean; children: Child }

/** A part of a back-office page that opens below its title. */
export const Fold = ({ title, isOpen = false, children }: FoldProps) => (
  <details class="staff-order__fold" open={isOpen}>
    <summary>
      {title}
      <Icon name="down" />
    </summary>
    {children}
  </details>
)
