import type { Child } from 'hono/jsx'
import type { PageHead } from '#src/http/page.tsx'
import { Notice } from '../shared/notice.tsx'
import { usePage } from '../shared/page-facts.ts'
import { Document } from './document.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** Every page of the shop: the way around it above, whom to ask below. */
export function ShopLayout({ head, children }: { head: PageHead; children?: Child }) {
  const { flash } = usePage()
  return (
    <Document head={head} kind="shop">
      <a class="skip-link" href="#main">
        Skip to the page
      </a>
      <SiteHeader />
      <div id="flash" class="flash wrap" role="status">
        {flash && <Notice {...flash} />}
      </div>
      <main id="main" class="wrap" tabindex={-1}>
        {children}
      </main>
      <SiteFooter />
    </Document>
  )
}
