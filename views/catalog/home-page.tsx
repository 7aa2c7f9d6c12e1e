import type { FarmGlimpse } from '#src/catalog/queries.ts'
import type { Category } from '#src/catalog/rules.ts'
import type { Shelf as ShelfFacts } from '#src/catalog/shelf.ts'
import { paths } from '#src/paths.ts'
import { usePage } from '../shared/page-facts.ts'
import { Picture } from '../shared/picture.tsx'
import { FarmCard } from './farm-card.tsx'
import { Shelf } from './shelf.tsx'

type HomeProps = { shelf: ShelfFacts; categories: Category[]; farms: FarmGlimpse[] }

export const HomePage = ({ shelf, categories, farms }: HomeProps) => (
  <>
    <Hero farm={farms[0]} />
    <section class="section" aria-labelledby="shelf_title">
      <header class="section__head">
        <h2 class="section__title" id="shelf_title">
          This week at the block
        </h2>
        <a class="section__more" href={paths.shop()}>
          All {shelf.count} products
        </a>
      </header>
      <nav class="chips" aria-label="Shop by animal">
        {categories.map((category) => (
          <a class="chip" href={paths.shop(category.slug)}>
            {category.name}
          </a>
        ))}
      </nav>
      <Shelf cards={shelf.cards} lazy />
    </section>
    {farms.length > 0 && (
      <section class="section" id="farms" aria-labelledby="farms_title">
        <header class="section__head">
          <h2 class="section__title" id="farms_title">
            The people behind it
          </h2>
        </header>
        <ul class="farm-row">
          {farms.map((farm) => (
            <FarmCard farm={farm} />
          ))}
        </ul>
      </section>
    )}
  </>
)

function Hero({ farm }: { farm: FarmGlimpse | undefined }) {
  const { earliest, postalCode } = usePage()
  return (
    <section class="hero">
      <div class="hero__words">
        <p class="hero__place">{farm ? `${farm.name}, ${farm.region}` : 'From independent farms'}</p>
        <h1 class="hero__title">Dinner, with a farm behind it</h1>
        <p class="hero__text">
          We sell for a handful of farms we know by name. You choose the cut, the weight and the day; we pack
          it frozen and send it.
          {earliest && (
            <>
              {' '}
              A box to {postalCode} can be there on <b>{earliest}</b>.
            </>
          )}
        </p>
        <p class="hero__ways">
          <a class="button" href={paths.shop()}>
            Fill a box
          </a>
          {farm && (
            <a class="button button--quiet" href="#farms">
              Meet the farms
            </a>
          )}
        </p>
      </div>
      {farm && (
        <div class="hero__picture">
          <Picture
            name={farm.picture}
            sizes="(min-width: 1264px) 600px, (min-width: 820px) 48vw, 92vw"
            priority="first"
          />
        </div>
      )}
    </section>
  )
}
