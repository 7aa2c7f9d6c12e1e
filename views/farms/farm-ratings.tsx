import { MIN_BUYERS } from '#src/catalog/rating-rules.ts'
import type { RatedCut } from '#src/farms/farm-detail.ts'
import { paths } from '#src/paths.ts'
import { RatingLine } from '../shared/rating.tsx'

export const FarmRatings = ({ cuts }: { cuts: RatedCut[] }) =>
  cuts.length === 0 ? null : (
    <section class="farm-ratings" aria-labelledby="farm_ratings">
      <h2 class="farm-ratings__title" id="farm_ratings">
        What buyers say, cut by cut
      </h2>
      <ul>
        {cuts.map(({ slug, name, buyers, rating }) => (
          <li class="farm-ratings__cut">
            <a href={paths.product(slug)}>{name}</a>
            {rating ? (
              <RatingLine rating={rating} compact />
            ) : (
              <p class="farm-ratings__few">{buyers === 1 ? '1 rating so far' : `${buyers} ratings so far`}</p>
            )}
          </li>
        ))}
      </ul>
      <p class="farm-ratings__note">Only buyers rate. An average shows from {MIN_BUYERS} buyers on.</p>
    </section>
  )
