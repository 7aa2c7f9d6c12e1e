import type { FarmSummary } from '#src/catalog/queries.ts'
import { paths } from '#src/paths.ts'
import { Expandable } from '../shared/expandable.tsx'
import { FarmCard } from './farm-card.tsx'

export const FarmStories = ({ farms }: { farms: FarmSummary[] }) => (
  <section class="section" id="farms" aria-labelledby="farms_title">
    <header class="section__head">
      <h2 class="section__title" id="farms_title">
        Meet the farms
      </h2>
      <a class="section__more" href={paths.shopFarms()}>
        See them on the map
      </a>
    </header>
    <Expandable id="farm_row" count={farms.length} things="farms">
      <ul class="farm-row" id="farm_row">
        {farms.map((farm) => (
          <FarmCard farm={farm} />
        ))}
      </ul>
    </Expandable>
  </section>
)
