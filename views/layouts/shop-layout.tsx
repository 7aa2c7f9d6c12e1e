import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { NavigationShelf } from '#src/catalog/navigation.ts'
import type { PageHead } from '#src/http/page.tsx'
import { paths } from '#src/paths.ts'
import { keepPieces, TOKEN_GOES_HERE } from '../shared/kept-pieces.ts'
import { Notice } from '../shared/notice.tsx'
import { PageContext, type PageFacts, usePage } from '../shared/page-facts.ts'
import { Document } from './document.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** Every page of the shop: the way around it above, whom to ask below. */
export function ShopLayout({ head, children }: { head: PageHead; children?: Child }) {
  const page = usePage()
  const { header, footer } = surroundings(shownAround(page), page)
  return (
    <Document head={head} kind="shop">
      <a class="skip-link" href="#main">
        Skip to the page
      </a>
      {raw(header.join(page.token))}
      <div id="flash" class="flash wrap" role="status">
        {page.flash && !page.flash.at && <Notice {...page.flash} />}
      </div>
      <main id="main" class="wrap" tabindex={-1}>
        {children}
      </main>
      {raw(footer)}
    </Document>
  )
}

const SURROUNDINGS_KEPT = 500

/** Header and footer are much of a page and the same for most of its visitors: drawn once for all of them. */
const surroundings = keepPieces<
  ReturnType<typeof shownAround>,
  { header: string[]; footer: string },
  PageFacts
>(SURROUNDINGS_KEPT, ({ path }, page) => {
  const everybodys = { ...page, path, token: TOKEN_GOES_HERE, flash: page.flash?.at ? page.flash : null }
  const drawn = (piece: Child) =>
    (<PageContext.Provider value={everybodys}>{piece}</PageContext.Provider>).toString()
  return { header: drawn(<SiteHeader />).split(TOKEN_GOES_HERE), footer: drawn(<SiteFooter />) }
})

/** All that header and footer show. A path counts only where the navigation marks it. */
const shownAround = ({
  categories,
  path,
  store,
  searched,
  itemCount,
  postalCode,
  earliest,
  demo,
  flash,
}: PageFacts) => ({
  shelves: categories.map(numberOf),
  path: path === paths.shop() || categories.some(({ slug }) => path === paths.shop(slug)) ? path : '',
  store,
  searched,
  itemCount,
  postalCode,
  earliest,
  demo,
  misplaced: flash?.at ? flash : null,
})

const numbers = new WeakMap<NavigationShelf, number>()
let shelvesSeen = 0

/** Shelves stay the same objects for as long as they hold the same, so a number says which. */
function numberOf(shelf: NavigationShelf): number {
  const number = numbers.get(shelf) ?? ++shelvesSeen
  numbers.set(shelf, number)
  return number
}
