import type { ListingCard } from '#src/catalog/listing.ts'
import type { Category } from '#src/catalog/rules.ts'
import { paths } from '#src/paths.ts'
import { Expandable } from '../shared/expandable.tsx'
import { usePage } from '../shared/page-facts.ts'
import { Shelf } from './listing.tsx'

type CategoriesProps = { category: Category; cards: ListingCard[] }

/** The shelves to switch between, the first one's cards below. The links are real: without scripts they lead there. */
export const HomeCategories = ({ category, cards }: CategoriesProps) => (
  <section class="section" aria-labelledby="block_title" data-controller="category-switcher">
    <header class="section__head">
      <h2 class="section__title" id="block_title">
        This week at the block
      </h2>
      <a class="section__more" href={paths.shop()}>
        Everything on the shelf
      </a>
    </header>
    <nav class="chips chips--row" aria-label="Shop by animal" data-action="keydown->category-switcher#step">
      {usePage().categories.map(({ slug, name }) => (
        <a
          class="chip"
          href={paths.category(slug)}
          aria-current={slug === category.slug ? 'true' : undefined}
          data-turbo-frame="category_cards"
          data-category={slug}
          data-category-switcher-target="link"
        >
          {name}
        </a>
      ))}
    </nav>
    <CategoryCards category={category} cards={cards} />
  </section>
)

/** What the switch changes. Links in it lead out of it. */
export const CategoryCards = ({ category: { slug, name }, cards }: CategoriesProps) => (
  <turbo-frame
    id="category_cards"
    target="_top"
    data-category-switcher-target="frame"
    data-action="turbo:frame-load->category-switcher#mark"
  >
    <div class="category-cards" data-category={slug}>
      <Expandable id="category_shelf" count={cards.length} things={`of our ${name.toLowerCase()}`}>
        <Shelf id="category_shelf" cards={cards} lazy kind="narrow" />
      </Expandable>
      <a class="section__more" href={paths.category(slug)}>
        The whole {name.toLowerCase()} shelf
      </a>
    </div>
  </turbo-frame>
)
