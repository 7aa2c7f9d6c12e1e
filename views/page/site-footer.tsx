import type { Child } from 'hono/jsx'
import { paths } from '#src/paths.ts'
import { usePage } from '../shared/page-facts.ts'
import { Phone } from '../shared/phone.tsx'
import { filledIn } from '../shared/written.tsx'

export function SiteFooter() {
  const { store, categories, demo } = usePage()
  const about = filledIn(store.footer, store)
  return (
    <footer class="site-footer">
      <div class="site-footer__row wrap">
        <div>
          <p class="logo">{store.name}</p>
          {about !== '' && <p class="site-footer__about">{about}</p>}
        </div>
        <nav aria-label="All categories">
          <h2 class="site-footer__head">Shop</h2>
          <ul class="site-footer__links">
            {categories.map((category) => (
              <li>
                <a href={paths.category(category.slug)}>{category.name}</a>
              </li>
            ))}
            <FooterLink to={paths.shopFarms()}>Our farms</FooterLink>
            <FooterLink to={paths.videos()}>Videos</FooterLink>
          </ul>
        </nav>
        <div>
          <h2 class="site-footer__head">Help</h2>
          <ul class="site-footer__links">
            <FooterLink to={paths.contact()}>Contact us</FooterLink>
            <FooterLink to={paths.faq()}>FAQ</FooterLink>
            <FooterLink to={paths.shipping()}>Delivery and guarantee</FooterLink>
            <FooterLink to={paths.giftCards()}>Gift cards</FooterLink>
            <FooterLink to={paths.giftCardBalance()}>Gift card balance</FooterLink>
            <FooterLink to={`mailto:${store.email}`}>{breakable(store.email)}</FooterLink>
            <li>
              <Phone number={store.phone} />
            </li>
          </ul>
        </div>
        <div>
          <h2 class="site-footer__head">About us</h2>
          <ul class="site-footer__links">
            <FooterLink to={paths.about()}>About {store.name}</FooterLink>
            <FooterLink to={paths.howItWorks()}>How it works</FooterLink>
            <FooterLink to={paths.corporateGifting()}>Corporate gifting</FooterLink>
            <FooterLink to={paths.terms()}>Terms of service</FooterLink>
            <FooterLink to={paths.privacy()}>Privacy policy</FooterLink>
            <FooterLink to={paths.dataRequest()}>Your personal data</FooterLink>
            <FooterLink to={paths.accessibility()}>Accessibility</FooterLink>
            {demo && <FooterLink to={paths.outbox()}>Demo shop: see its emails</FooterLink>}
          </ul>
        </div>
      </div>
    </footer>
  )
}

/** Wraps before the @ where it's too long for a phone's column. */
function breakable(email: string): Child {
  const at = email.indexOf('@')
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

const FooterLink = ({ to, children }: { to: string; children: Child }) => (
  <li>
    <a href={to}>{children}</a>
  </li>
)
