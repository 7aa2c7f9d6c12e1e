import type { Category } from '#src/catalog/rules.ts'
import type { Shelf as ShelfFacts } from '#src/catalog/shelf.ts'
import { paths } from '#src/paths.ts'
import { usePage } from '../shared/page-facts.ts'
import { Pager } from './pager.tsx'
import { Shelf } from './shelf.tsx'

type ShelfPageProps = { shelf: ShelfFacts; category: Category | null }

export const ShelfPage = ({ shelf, category }: ShelfPageProps) => (
  <>
    <header class="page-head">
      <h1 class="page-head__title">{category?.name ?? 'Everything on the shelf'}</h1>
      <p class="page-head__intro">
        {category?.intro ?? 'Every cut we sell, with its farm, its weights and what a pound of it costs.'}
      </p>
    </header>
    <ShelfChips category={category} />
    <h2 class="shelf-count">{counted(shelf.count)}</h2>
    {shelf.count === 0 ? <EmptyShelf /> : <Shelf cards={shelf.cards} />}
    <Pager page={shelf.page} pages={shelf.pages} path={paths.shop(category?.slug)} />
  </>
)

const ShelfChips = ({ category }: { category: Category | null }) => (
  <nav class="chips" aria-label="Shop by animal">
    {[{ slug: undefined, name: 'All' }, ...usePage().categories].map(({ slug, name }) => (
      <a class="chip" href={paths.shop(slug)} aria-current={slug === category?.slug ? 'page' : undefined}>
        {name}
      </a>
    ))}
  </nav>
)

const EmptyShelf = () => (
  <section class="empty">
    <h2 class="empty__title">This shelf is bare today</h2>
    <p class="empty__words">Farms bring what the season gives. Everything else is where it always is.</p>
    <a class="button" href={paths.shop()}>
      See the whole shop
    </a>
  </section>
)

const counted = (count: number) => (count === 1 ? '1 product' : `${count.toLocaleString('en-US')} products`)
