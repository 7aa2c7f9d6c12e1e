import type { Child } from 'hono/jsx'
import { paths } from '#src/paths.ts'

type WaitListLinkProps = { token: string; class: string; children?: Child }

/** Opens the wait list in a modal; without scripts, on its own page. */
export const WaitListLink = ({ token, class: className, children }: WaitListLinkProps) => (
  <a
    class={className}
    href={paths.waitListPage(token)}
    data-turbo-prefetch="false"
    data-controller="wait-list"
    data-wait-list-url-value={paths.waitListModal(token)}
    data-action="wait-list#open"
  >
    {children}
  </a>
)
