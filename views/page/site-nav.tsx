import { raw } from 'hono/html'
import { filtersQuery, NO_FILTERS } from '#src/catalog/filter-rules.ts'
import type { NavigationCategory } from '#src/catalog/navigation.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '../shared/icon.tsx'
import { usePage } from '../shared/page-facts.ts'
import { AccountLink } from './account-link.tsx'

/** A row on a wide screen, a sheet over the page on a narrow one. Both work without scripts. */
export const SiteNav = () => (
  <div
    id="site_nav"
    class="site-nav"
    popover="auto"
    data-controller="site-nav"
    data-action="keydown.esc->site-nav#dismiss beforetoggle->site-nav#beforeSheetToggle toggle->site-nav#sheetToggled turbo:before-cache@document->site-nav#tidy"
  >
    <button
      type="button"
      class="site-nav__close"
      popovertarget="site_nav"
      popovertargetaction="hide"
      aria-label="Close menu"
    >
      <Icon name="close" />
    </button>
    <nav aria-label="Shop">
      <ul class="site-nav__list">
        <li class="site-nav__shelf">
          <CategoryLink slug={undefined} name="All" />
        </li>
        {usePage().categories.map((category) => (
          <li class="site-nav__shelf" data-site-nav-target="shelf" data-action="focusout->site-nav#leave">
            <CategoryLink {...category} />
            {raw(flyoutHtml(category))}
          </li>
        ))}
        <li class="site-nav__shelf">
          <PageLink path={paths.shopFarms()} name="Farms" />
        </li>
      </ul>
    </nav>
    <AccountLink class="site-nav__account" />
  </div>
)

const CategoryLink = ({ slug, name }: { slug: string | undefined; name: string }) => (
  <PageLink path={slug ? paths.category(slug) : paths.shop()} name={name} />
)

const PageLink = ({ path, name }: { path: string; name: string }) => (
  <a class="site-nav__link" href={path} aria-current={usePage().path === path ? 'page' : undefined}>
    {name}
  </a>
)

const flyouts = new WeakMap<NavigationCategory, string>()

/** Cached: the same for every visitor, and the category object is replaced when its contents change. */
function flyoutHtml(category: NavigationCategory): string {
  const html = flyouts.get(category) ?? (<Flyout category={category} />).toString()
  flyouts.set(category, html)
  return html
}

const Flyout = ({ category: { slug, name, intro, cuts, farms } }: { category: NavigationCategory }) => (
  <>
    <button
      type="button"
      class="site-nav__more"
      aria-expanded="false"
      aria-controls={`flyout_${slug}`}
      data-action="site-nav#toggle"
    >
      <Icon name="down" />
      <span class="visually-hidden">More in {name}</span>
    </button>
    <div class="flyout" id={`flyout_${slug}`}>
      <p class="flyout__intro">{intro}</p>
      <div class="flyout__column">
        <p class="flyout__head">By cut</p>
        <ul>
          {cuts.map((cut) => (
            <li>
              <a
                class="flyout__link"
                href={paths.category(slug) + filtersQuery({ ...NO_FILTERS, cut: [cut.slug] })}
              >
                {cut.name}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div class="flyout__column">
        <p class="flyout__head">By farm</p>
        <ul>
          {farms.map((farm) => (
            <li>
              <a
                class="flyout__link"
                href={paths.category(slug) + filtersQuery({ ...NO_FILTERS, farm: [farm.slug] })}
              >
                {farm.name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  </>
)
