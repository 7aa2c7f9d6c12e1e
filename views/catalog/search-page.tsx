import type { ListingCard } from '#src/catalog/listing.ts'
import type { Results } from '#src/catalog/search/results.ts'
import { groupDigits } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { usePage } from '../shared/page-facts.ts'
import { ListingCards } from './listing-cards.tsx'
import { Suggestions } from './missing-product-page.tsx'
import { Pager } from './pager.tsx'

type SearchPageProps = { query: string; isExact: boolean; results: Results; suggestions: ListingCard[] }

export function SearchPage({ query, isExact, results, suggestions }: SearchPageProps) {
  if (query === '') return <EmptySearch suggestions={suggestions} />
  if (results.count === 0) return <NoResults query={query} suggestions={suggestions} />
  return (
    <>
      <header class="page-head">
        <h1 class="page-head__title search-title">Results for “{query}”</h1>
        <Interpretation query={query} results={results} />
      </header>
      <h2 class="shelf-count">{counted(results.count)}</h2>
      <ListingCards cards={results.cards} />
      <Pager
        page={results.page}
        pages={results.pages}
        path={paths.search({ q: query, exactly: isExact ? '1' : null })}
      />
    </>
  )
}

const Interpretation = ({
  query,
  results: { correctedQuery, isLoose },
}: {
  query: string
  results: Results
}) => (
  <>
    {correctedQuery && (
      <p class="page-head__intro">
        Showing results for <strong>{correctedQuery}</strong>. Search instead for{' '}
        <a href={paths.search({ q: query, exactly: '1' })}>{query}</a>.
      </p>
    )}
    {isLoose && <p class="page-head__intro">No exact matches. These are close:</p>}
  </>
)

const EmptySearch = ({ suggestions }: { suggestions: ListingCard[] }) => (
  <>
    <header class="page-head">
      <h1 class="page-head__title">What are you looking for?</h1>
      <p class="page-head__intro">Try a cut, a farm, a state or a dish.</p>
    </header>
    <CategoryLinks />
    <Suggestions cards={suggestions} title="A good place to start" />
  </>
)

const NoResults = ({ query, suggestions }: { query: string; suggestions: ListingCard[] }) => (
  <>
    <section class="empty search-empty">
      <h1 class="empty__title search-title">No results for “{query}”</h1>
      <p class="empty__words">Try fewer words or another name for the cut, or browse a category.</p>
      <CategoryLinks />
      <a class="button" href={paths.shop()}>
        Shop all
      </a>
    </section>
    <Suggestions cards={suggestions} title="In stock now" />
  </>
)

const CategoryLinks = () => (
  <nav class="chips search-ways" aria-label="Categories">
    {usePage().categories.map(({ slug, name }) => (
      <a class="chip" href={paths.category(slug)}>
        {name}
      </a>
    ))}
  </nav>
)

const counted = (count: number) => (count === 1 ? '1 product' : `${groupDigits(String(count))} products`)
