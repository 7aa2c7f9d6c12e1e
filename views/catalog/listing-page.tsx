import type { ListingFilters } from '#src/catalog/filter-rules.ts'
import type { Listing, ListingCard } from '#src/catalog/listing.ts'
import type { Category } from '#src/catalog/rules.ts'
import { paths } from '#src/paths.ts'
import { Kept } from '../shared/kept.tsx'
import { usePage } from '../shared/page-facts.ts'
import { ListingFrame, listingFacts } from './listing-frame.tsx'

export type ListingPageProps = {
  listing: Listing
  category: Category | null
  filters: ListingFilters
  suggestions: ListingCard[]
  title: string
}

export const ListingPage = (props: ListingPageProps) => (
  <Kept of={`listing ${listingFacts(props)}`}>
    <header class="page-head">
      <h1 class="page-head__title">{props.category?.name ?? 'Shop all'}</h1>
      <p class="page-head__intro">
        {props.category?.intro ?? 'Every cut we sell, with its farm, weights and price per pound.'}
      </p>
    </header>
    <CategoryChips category={props.category} />
    <ListingFrame {...props} />
  </Kept>
)

const CategoryChips = ({ category }: { category: Category | null }) => (
  <nav class="chips chips--row shelf-chips" aria-label="Shop by animal">
    {[{ slug: undefined, name: 'All' }, ...usePage().categories].map(({ slug, name }) => (
      <a
        class="chip"
        href={slug ? paths.category(slug) : paths.shop()}
        aria-current={slug === category?.slug ? 'page' : undefined}
      >
        {name}
      </a>
    ))}
  </nav>
)
