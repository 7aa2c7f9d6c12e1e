import type { HomeRow as HomeRowFacts } from '#src/catalog/home-rows.ts'
import type { ListingCard } from '#src/catalog/listing.ts'
import type { FarmSummary } from '#src/catalog/queries.ts'
import type { Category } from '#src/catalog/rules.ts'
import { FarmStories } from './farm-stories.tsx'
import { HomeBanners } from './home-banners.tsx'
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

export const HomePage = ({ category, cards, rows, farms }: HomeProps) => (
  <>
    <h1 class="visually-hidden">Meat from independent farms, delivered</h1>
    <HomeBanners farm={farms[0]} rows={rows} />
    {category && <HomeCategories category={category} cards={cards} />}
    {rows.map((row) => (
      <HomeRow row={row} />
    ))}
    <HomePress />
    {farms.length > 0 && <FarmStories farms={farms} />}
    <HomeQuestions />
  </>
)
