import { shortCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { SearchBox } from '../catalog/search-box.tsx'
import { Icon } from '../shared/icon.tsx'
import { Logo } from '../shared/logo.tsx'
import { usePage } from '../shared/page-facts.ts'
import { AccountLink } from './account-link.tsx'
import { DeliveryPlace } from './delivery-place.tsx'
import { SiteNav } from './site-nav.tsx'

export function SiteHeader() {
  const { store, itemCount } = usePage()
  const { terms } = store
  return (
    <>
      <aside class="terms-bar" aria-label="Delivery terms">
        <span class="terms-bar__row wrap">
          <span>
            {terms.freeFromCents > 0 ? (
              <>
                Free delivery on orders of <b>{shortCents(terms.freeFromCents)}+</b>
              </>
            ) : (
              'Free delivery on every order'
            )}
          </span>
          <span class="terms-bar__aside">
            {terms.minimumCents > 0 ? (
              <>
                <b>{shortCents(terms.minimumCents)}</b> minimum, packed frozen to order
              </>
            ) : (
              'No minimum, packed frozen to order'
            )}
          </span>
        </span>
      </aside>
      <header class="site-header">
        <div class="site-header__row wrap">
          <button type="button" class="site-header__menu" popovertarget="site_nav" aria-label="Menu">
            <Icon name="menu" />
          </button>
          <a class="logo" href={paths.home()}>
            <Logo />
          </a>
          <SiteNav />
          <SearchBox />
          <DeliveryPlace />
          <AccountLink class="site-header__account" />
          <a class="box-link" href={paths.cart()} data-mini-cart="">
            <Icon name="box" />
            <span class="box-link__word">Box</span>
            <span class="visually-hidden">, items in it: </span>
            <span id="cart_count" class="box-link__count">
              {itemCount}
            </span>
          </a>
        </div>
      </header>
    </>
  )
}
