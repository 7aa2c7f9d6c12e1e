import type { HomeRow as HomeRowFacts } from '#src/catalog/home-rows.ts'
import type { ListingCard } from '#src/catalog/listing.ts'
import type { FarmSummary } from '#src/catalog/queries.ts'
import type { Category } from '#src/catalog/rules.ts'
import { contentId } from '../shared/cached-fragments.ts'
import { Kept } from '../shared/kept.tsx'
import { usePage } from '../shared/page-facts.ts'
import { FarmStories } from './farm-stories.tsx'
import { FirstBoxStrip } from './first-box-strip.tsx'
import { type Arrival, arrivalWithSlot, HomeBanners } from './home-banners.tsx'
import { HomeCategories } from './home-categories.tsx'
import { HomePress } from './home-press.tsx'
import { HomeQuestions } from './home-questions.tsx'
import { HomeRow } from './home-row.tsx'

type HomeProps = {
  category: Category | null
  cards: ListingCard[]
  rows: HomeRowFacts[]
  farms: FarmSummary[]
}

export function HomePage(props: HomeProps) {
  const arrival = arrivalWithSlot(usePage())
  return (
    <Kept of={homeFacts(props, arrival)}>
      <Home {...props} arrival={arrival} />
    </Kept>
  )
}

/** All that it shows. */
const homeFacts = ({ category, cards, rows, farms }: HomeProps, arrival: Arrival | null): string =>
  [
    'home',
    JSON.stringify([category?.slug, arrival]),
    contentId(farms),
    cards.map(contentId),
    ...rows.map(({ id, title, intro, isInSeason, cards }) => [
      id,
      title,
      intro,
      isInSeason,
      cards.map(contentId),
    ]),
  ].join(' ')

const Home = ({ category, cards, rows, farms, arrival }: HomeProps & { arrival: Arrival | null }) => (
  <>
    <h1 class="visually-hidden">Meat from independent farms, delivered</h1>
    <HomeBanners farm={farms[0]} rows={rows} arrival={arrival} />
    {category && <HomeCategories category={category} cards={cards} />}
    <FirstBoxStrip />
    {rows.map((row) => (
      <HomeRow row={row} />
    ))}
    <HomePress />
    {farms.length > 0 && <FarmStories farms={farms} />}
    <HomeQuestions />
  </>
)
