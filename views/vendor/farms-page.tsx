import { paths } from '#src/paths.ts'
import { NarrowPage } from '../shared/narrow-page.tsx'

export const FarmsPage = ({ farms }: { farms: { slug: string; name: string }[] }) => (
  <NarrowPage title="Which farm is it today?">
    <ul class="center-list">
      {farms.map(({ slug, name }) => (
        <li>
          <a class="button button--quiet" href={paths.farmDesk(slug)}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  </NarrowPage>
)
