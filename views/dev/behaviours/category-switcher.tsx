import { HomeCategories } from '../../catalog/home-categories.tsx'
import type { ExampleFacts } from './index.ts'

/** As on the home page. */
export const CategorySwitcherExamples = ({ category, cards }: ExampleFacts) =>
  category && <HomeCategories category={category} cards={cards} />
