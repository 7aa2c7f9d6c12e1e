import { paths } from '#src/paths.ts'
import { usePage } from '../shared/page-facts.ts'

export function SiteFooter() {
  const { store, categories, demo } = usePage()
  return (
    <footer class="site-footer">
      <div class="site-footer__row wrap">
        <div>
          <p class="logo">{store.name}</p>
          <p class="site-footer__about">
            Meat from independent farms, shipped frozen and delivered on the day you choose.
          </p>
        </div>
        <nav aria-label="All categories">
          <h2 class="site-footer__head">Shop</h2>
          <ul class="site-footer__links">
            {categories.map((category) => (
              <li>
                <a href={paths.category(category.slug)}>{category.name}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2 class="site-footer__head">Help</h2>
          <ul class="site-footer__links">
            <li>
              <a href={`mailto:${store.email}`}>{store.email}</a>
            </li>
            <li>{store.phone}</li>
            <li>
              <a href={paths.corporateGifting()}>Corporate gifting</a>
            </li>
            <li>
              <a href={paths.terms()}>Terms of service</a>
            </li>
            <li>
              <a href={paths.privacy()}>Privacy policy</a>
            </li>
            <li>
              <a href={paths.dataRequest()}>Your personal data</a>
            </li>
            {demo && (
              <li>
                <a href={paths.outbox()}>Demo shop: see its emails</a>
              </li>
            )}
          </ul>
        </div>
      </div>
    </footer>
  )
}
