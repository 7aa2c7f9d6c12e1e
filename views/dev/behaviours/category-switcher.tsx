import { HomeCategories } from '../../catalog/home-categories.tsx'
import type { ExampleFacts } from './index.ts'

export const CategorySwitcherExamples = ({ category, cards }: ExampleFacts) =>
  category && <HomeCategories category={category} cards={cards} />
