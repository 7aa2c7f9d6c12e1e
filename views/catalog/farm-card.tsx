import { filtersQuery, NO_FILTERS } from '#src/catalog/filter-rules.ts'
import type { FarmSummary } from '#src/catalog/queries.ts'
import { paths } from '#src/paths.ts'
import { Picture } from '../shared/picture.tsx'
import { firstSentences } from './prose.tsx'

const MAX_EXCERPT_LENGTH = 190

export const FarmCard = ({ farm }: { farm: FarmSummary }) => (
  <li class="farm-card">
    <div class="farm-card__picture">
      <Picture name={farm.picture} sizes="(width >= 64em) 382px, (width >= 40em) 45vw, 92vw" />
    </div>
    <h3 class="farm-card__name">
      <a href={paths.farm(farm.slug)}>{farm.name}</a>
    </h3>
    <p class="farm-card__place">
      {farm.town}, {farm.state} · {farm.region}
    </p>
    <p class="farm-card__story">{firstSentences(farm.story, MAX_EXCERPT_LENGTH)}</p>
    <a class="farm-card__more" href={paths.shop() + filtersQuery({ ...NO_FILTERS, farm: [farm.slug] })}>
      Shop this farm<span class="visually-hidden">: {farm.name}</span>
    </a>
  </li>
)
