import type { Place } from '#src/accounts/other-desks.ts'
import { paths } from '#src/paths.ts'
import { NarrowPage } from '../shared/narrow-page.tsx'

export const CentersPage = ({ centers }: { centers: Place[] }) => (
  <NarrowPage title="Where are you packing today?">
    <ul class="center-list">
      {centers.map(({ slug, name, town, state }) => (
        <li>
          <a class="button button--quiet" href={paths.center(slug)}>
            {name}, {town}, {state}
          </a>
        </li>
      ))}
    </ul>
  </NarrowPage>
)
