import type { ListingCard } from '#src/catalog/listing.ts'
import type { Category } from '#src/catalog/rules.ts'
import { paths } from '#src/paths.ts'
import { Expandable } from '../shared/expandable.tsx'
import { usePage } from '../shared/page-facts.ts'
import { ListingCards } from './listing-cards.tsx'

type CategoriesProps = { category: Category; cards: ListingCard[] }

/** Tabs over the cards of one category. They are links, so without scripts they open the category's page. */
export const HomeCategories = ({ category, cards }: CategoriesProps) => (
  <section class="section" aria-labelledby="block_title" data-controller="category-switcher">
    <header class="section__head">
      <h2 class="section__title" id="block_title">
        On the block this week
      </h2>
      <a class="section__more" href={paths.shop()}>
        Shop all
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

export const CategoryCards = ({ category: { slug, name }, cards }: CategoriesProps) => (
  <turbo-frame
    id="category_cards"
    target="_top"
    data-category-switcher-target="frame"
    data-action="turbo:frame-load->category-switcher#mark"
  >
    <div class="category-cards" data-category={slug}>
      <Expandable id="category_shelf" count={cards.length} things={`${name.toLowerCase()} products`}>
        <ListingCards id="category_shelf" cards={cards} lazy kind="narrow" />
      </Expandable>
      <a class="section__more" href={paths.category(slug)}>
        Shop all {name.toLowerCase()}
      </a>
    </div>
  </turbo-frame>
)
