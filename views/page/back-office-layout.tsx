import type { Child } from 'hono/jsx'
import type { PageHead } from '#src/web/page.tsx'
import { Unreachable } from '../shared/unreachable.tsx'
import { Document } from './document.tsx'

/** Its pages bring their own frame (views/staff/desk.tsx). */
export const BackOfficeLayout = ({ head, children }: { head: PageHead; children?: Child }) => (
  <Document head={head} kind="back-office">
    <a class="skip-link" href="#main">
      Skip to content
    </a>
    {children}
    <Unreachable />
  </Document>
)
