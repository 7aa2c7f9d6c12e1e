import type { FarmGlimpse } from '#src/catalog/queries.ts'
import { Picture } from '../shared/picture.tsx'
import { firstSentences } from './prose.tsx'

const LONGEST_GLIMPSE = 170

export const FarmCard = ({ farm }: { farm: FarmGlimpse }) => (
  <li class="farm-card">
    <div class="farm-card__picture">
      <Picture name={farm.picture} sizes="(min-width: 1024px) 282px, (min-width: 640px) 45vw, 92vw" />
    </div>
    <h3 class="farm-card__name">{farm.name}</h3>
    <p class="farm-card__place">
      {farm.town}, {farm.state} · {farm.region}
    </p>
    <p class="farm-card__story">{firstSentences(farm.story, LONGEST_GLIMPSE)}</p>
  </li>
)
