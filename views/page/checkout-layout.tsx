import type { Child } from 'hono/jsx'
import { paths } from '#src/paths.ts'
import type { PageHead } from '#src/web/page.tsx'
import { Icon } from '../shared/icon.tsx'
import { Logo } from '../shared/logo.tsx'
import { Notice } from '../shared/notice.tsx'
import { usePage } from '../shared/page-facts.ts'
import { Phone } from '../shared/phone.tsx'
import { Unreachable } from '../shared/unreachable.tsx'
import { Document } from './document.tsx'
import { ModalShell } from './modal-shell.tsx'

/** Without navigation: the shop's name, the way back and how to get help. */
export function CheckoutLayout({ head, children }: { head: PageHead; children?: Child }) {
  const { flash, store } = usePage()
  const back = head.back ?? { path: paths.cart(), words: 'Back to your box' }
  return (
    <Document head={head} kind="checkout">
      <a class="skip-link" href="#main">
        Skip to content
      </a>
      <header class="checkout-header">
        <div class="checkout-header__row wrap">
          <a class="logo" href={paths.home()}>
            <Logo />
          </a>
          <a class="checkout-header__back" href={back.path}>
            <Icon name="back" /> {back.words}
          </a>
        </div>
      </header>
      <div id="flash" class="flash wrap" role="status">
        {flash && <Notice {...flash} />}
      </div>
      <main id="main" class="wrap" tabindex={-1}>
        {children}
      </main>
      <footer class="checkout-footer wrap">
        <p>
          Questions? <a href={`mailto:${store.email}`}>{store.email}</a> or <Phone number={store.phone} />.{' '}
          <a href={paths.shipping()} target="_blank" rel="noopener">
            Delivery and guarantee (opens a new page)
          </a>
        </p>
      </footer>
      <ModalShell />
      <Unreachable />
    </Document>
  )
}
