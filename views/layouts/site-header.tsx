import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { FREE_SHIPPING_CENTS, ORDER_MINIMUM_CENTS } from '#src/pricing/total.ts'
import { Icon } from '../shared/icon.tsx'
import { usePage } from '../shared/page-facts.ts'
import { DeliveryPlace } from './delivery-place.tsx'

export function SiteHeader() {
  const { store, itemCount } = usePage()
  return (
    <>
      <aside class="terms-bar" aria-label="Delivery terms">
        <span class="terms-bar__row wrap">
          <span>
            Free delivery from <b>{wholeDollars(FREE_SHIPPING_CENTS)}</b>
          </span>
          <span class="terms-bar__aside">
            Boxes from <b>{wholeDollars(ORDER_MINIMUM_CENTS)}</b>, packed frozen to order
          </span>
        </span>
      </aside>
      <header class="site-header">
        <div class="site-header__row wrap">
          <button type="button" class="site-header__menu" popovertarget="site_nav" aria-label="Menu">
            <Icon name="menu" />
          </button>
          <a class="logo" href={paths.home()}>
            {store.name}
          </a>
          <Shelves />
          <DeliveryPlace />
          <a class="box-link" href={paths.cart()}>
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

/** One row on a wide screen, a sheet over the page on a narrow one: the same links either way, scripts or not. */
function Shelves() {
  const { categories, path } = usePage()
  const shelves = [{ slug: undefined, name: 'All' }, ...categories]
  return (
    <nav id="site_nav" class="site-nav" popover="auto" aria-label="Shop">
      <button
        type="button"
        class="site-nav__close"
        popovertarget="site_nav"
        popovertargetaction="hide"
        aria-label="Close menu"
      >
        <Icon name="close" />
      </button>
      <ul class="site-nav__list">
        {shelves.map(({ slug, name }) => (
          <li>
            <a
              class="site-nav__link"
              href={paths.shop(slug)}
              aria-current={path === paths.shop(slug) ? 'page' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const wholeDollars = (cents: number) => formatCents(cents).replace(/\.00$/, '')
