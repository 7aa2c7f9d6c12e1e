import type { Child } from 'hono/jsx'
import { filtersQuery, NO_FILTERS } from '#src/catalog/filter-rules.ts'
import type { Day } from '#src/day.ts'
import type { FarmFacts, FarmShelf, FreezerLot } from '#src/farms/farm-detail.ts'
import type { WayHome } from '#src/farms/farm-route.ts'
import type { Follower } from '#src/farms/follow.ts'
import { paths } from '#src/paths.ts'
import { STATES } from '#src/postal/states.ts'
import { ListingCards } from '../catalog/listing-cards.tsx'
import { Prose } from '../catalog/prose.tsx'
import { Badges } from '../shared/badges.tsx'
import { cacheFragments, contentId } from '../shared/cached-fragments.ts'
import { usePage } from '../shared/page-facts.ts'
import { Picture } from '../shared/picture.tsx'
import { RatingLine } from '../shared/rating.tsx'
import { FarmClaims } from './farm-claims.tsx'
import { FarmRatings } from './farm-ratings.tsx'
import { FollowButton } from './follow-button.tsx'
import { FreezerLots } from './freezer-lots.tsx'
import { WayMap } from './way-map.tsx'

type FarmPageProps = {
  facts: FarmFacts
  shelf: FarmShelf
  lots: FreezerLot[]
  today: Day
  way: WayHome | null
  follower: Follower | null
  /** What buyers wrote, below what they rated. */
  reviews?: Child
}

export const FarmPage = ({ facts, shelf, lots, today, way, follower, reviews }: FarmPageProps) => (
  <article class="farm">
    <Trail farm={facts.farm} />
    <Hero facts={facts} follower={follower} />
    <Figures facts={facts} shelf={shelf} />
    <div class="farm__split">
      {usePage().pieces.place(storyFragment(facts))}
      <aside class="farm__aside">
        <WayMap farm={facts.farm} point={facts.point} way={way} />
        <FarmRatings cuts={facts.ratedCuts} />
      </aside>
    </div>
    <Shelf farm={facts.farm} shelf={shelf} />
    {reviews}
    <FreezerLots lots={lots} today={today} />
  </article>
)

type OfFarm = { farm: FarmFacts['farm'] }

const Trail = ({ farm }: OfFarm) => (
  <nav class="trail" aria-label="Breadcrumb">
    <ol class="trail__list">
      <li>
        <a href={paths.shopFarms()}>Farms</a>
      </li>
      <li aria-current="page">{STATES[farm.state] ?? farm.state}</li>
    </ol>
  </nav>
)

const Hero = ({ facts: { farm, rating }, follower }: Pick<FarmPageProps, 'facts' | 'follower'>) => (
  <header class="farm-hero">
    <div class="farm-hero__picture">
      <Picture name={farm.picture} sizes="(width >= 79em) 1200px, 96vw" priority="first" />
    </div>
    <div class="farm-hero__plate">
      <div>
        <p class="farm-hero__place">
          {farm.town}, {STATES[farm.state] ?? farm.state} · {farm.region}
        </p>
        <h1 class="farm-hero__name">{farm.name}</h1>
      </div>
      <div class="farm-hero__marks">
        {rating && <RatingLine rating={rating} />}
        <Badges names={farm.badges} limit={6} />
      </div>
      <div class="farm-hero__follow">
        <FollowButton farm={farm} follower={follower} />
        <p>News of new cuts, once a week at most.</p>
      </div>
    </div>
  </header>
)

const Figures = ({ facts: { farm, claims }, shelf }: Pick<FarmPageProps, 'facts' | 'shelf'>) => (
  <dl class="farm-figures">
    {farm.founded !== null && <Figure name="Since" value={String(farm.founded)} />}
    <Figure name="Cuts we sell" value={String(shelf.count)} />
    <Figure name="In stock" value={String(shelf.inStock)} />
    {claims.length > 0 && (
      <Figure name="Badges with proof" value={String(claims.filter(({ proof }) => proof !== null).length)} />
    )}
  </dl>
)

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

const storyFragment = cacheFragments<FarmFacts>(
  (facts) => `farm story ${contentId(facts)}`,
  (facts) => `${<Story {...facts} />}`,
)

const Story = ({ farm, claims }: FarmFacts) => (
  <section class="farm__story" aria-labelledby="farm_story">
    <h2 class="farm__quote" id="farm_story">
      {farm.quote === null ? 'The farm' : `“${farm.quote}”`}
    </h2>
    <Prose text={farm.story} />
    {farm.practices.length > 0 && (
      <>
        <h3 class="farm__small">How they work</h3>
        <ul class="ticks">
          {farm.practices.map((practice) => (
            <li>{practice}</li>
          ))}
        </ul>
      </>
    )}
    <FarmClaims claims={claims} />
  </section>
)

const Shelf = ({ farm, shelf: { cards, count, inStock } }: OfFarm & { shelf: FarmShelf }) => (
  <section class="section" aria-labelledby="farm_cuts">
    <header class="section__head">
      <h2 class="section__title" id="farm_cuts">
        From this farm
      </h2>
      {count > 0 && (
        <p class="section__words">
          {count === 1 ? '1 cut' : `${count} cuts`}, {inStock} in stock
        </p>
      )}
    </header>
    {count === 0 ? (
      <p>Nothing of theirs is for sale right now. Follow them, and we'll tell you when that changes.</p>
    ) : (
      <ListingCards cards={cards} lazy />
    )}
    {count > cards.length && (
      <a class="section__more" href={paths.shop() + filtersQuery({ ...NO_FILTERS, farm: [farm.slug] })}>
        See all {count} cuts
      </a>
    )}
  </section>
)
