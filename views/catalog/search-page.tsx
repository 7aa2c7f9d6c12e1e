import type { ListingCard } from '#src/catalog/listing.ts'
import type { Results } from '#src/catalog/search/results.ts'
import { paths } from '#src/paths.ts'
import { usePage } from '../shared/page-facts.ts'
import { Shelf } from './listing.tsx'
import { Suggestions } from './missing-product-page.tsx'
import { Pager } from './pager.tsx'

type SearchPageProps = { query: string; isExact: boolean; results: Results; suggestions: ListingCard[] }

/** What a search found, said as it was understood; or a way on when it found nothing. */
export function SearchPage({ query, isExact, results, suggestions }: SearchPageProps) {
  if (query === '') return <NothingAsked suggestions={suggestions} />
  if (results.count === 0) return <NothingFound query={query} suggestions={suggestions} />
  return (
    <>
      <header class="page-head">
        <h1 class="page-head__title search-title">Results for “{query}”</h1>
        <Understood query={query} results={results} />
      </header>
      <h2 class="shelf-count">{counted(results.count)}</h2>
      <Shelf cards={results.cards} />
      <Pager
        page={results.page}
        pages={results.pages}
        path={paths.search({ q: query, exactly: isExact ? '1' : null })}
      />
    </>
  )
}

const Understood = ({ query, results: { meant, isLoose } }: { query: string; results: Results }) => (
  <>
    {meant && (
      <p class="page-head__intro">
        Showing results for <strong>{meant}</strong>. Search for{' '}
        <a href={paths.search({ q: query, exactly: '1' })}>{query}</a> exactly.
      </p>
    )}
    {isLoose && (
      <p class="page-head__intro">Nothing on our shelves has all of these words. These have some of them.</p>
    )}
  </>
)

const NothingAsked = ({ suggestions }: { suggestions: ListingCard[] }) => (
  <>
    <header class="page-head">
      <h1 class="page-head__title">What are you looking for?</h1>
      <p class="page-head__intro">Ask for a cut, a farm, a state or something you want to cook.</p>
    </header>
    <ShelvesToGo />
    <Suggestions cards={suggestions} title="People start with these" />
  </>
)

const NothingFound = ({ query, suggestions }: { query: string; suggestions: ListingCard[] }) => (
  <>
    <section class="empty search-empty">
      <h1 class="empty__title search-title">Nothing for “{query}”</h1>
      <p class="empty__words">
        We looked through names, cuts, farms and cooking notes. Try fewer words, another name for the cut, or
        one of these shelves.
      </p>
      <ShelvesToGo />
      <a class="button" href={paths.shop()}>
        See the whole shop
      </a>
    </section>
    <Suggestions cards={suggestions} title="On the shelf right now" />
  </>
)

const ShelvesToGo = () => (
  <nav class="chips search-ways" aria-label="Shelves">
    {usePage().categories.map(({ slug, name }) => (
      <a class="chip" href={paths.category(slug)}>
        {name}
      </a>
    ))}
  </nav>
)

const counted = (count: number) => (count === 1 ? '1 product' : `${count.toLocaleString('en-US')} products`)
