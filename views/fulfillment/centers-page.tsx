import type { FulfillmentCenter } from '#db/schema/index.ts'
import { paths } from '#src/paths.ts'
import { NarrowPage } from '../shared/narrow-page.tsx'

export const CentersPage = ({ centers }: { centers: FulfillmentCenter[] }) => (
  <NarrowPage title="Where are you packing today?">
    <ul class="center-list">
      {centers.map(({ slug, name, city, state }) => (
        <li>
          <a class="button button--quiet" href={paths.center(slug)}>
            {name}, {city}, {state}
          </a>
        </li>
      ))}
    </ul>
  </NarrowPage>
)
