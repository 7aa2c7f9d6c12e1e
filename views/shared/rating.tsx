import { averageWords, halfStars, type Rating } from '#src/catalog/rating-rules.ts'

type RatingProps = {
  rating: Rating
  /** '4.6 (23)' instead of '4.6 · 23 ratings', for where there is little room. */
  compact?: boolean
}

/** What buyers made of it. The stars only repeat the figure, so readers hear nothing of them. */
export const RatingLine = ({ rating, compact = false }: RatingProps) => (
  <p class={compact ? 'rating rating--compact' : 'rating'}>
    <span class={`rating__stars rating__stars--${halfStars(rating)}`} />
    <span>
      <span class="visually-hidden">Rated </span>
      {averageWords(rating)}
      <span class="visually-hidden"> out of 5</span> {compact ? <Few {...rating} /> : <Many {...rating} />}
    </span>
  </p>
)

const Many = ({ buyers }: Rating) => (
  <span class="rating__count">· {buyers.toLocaleString('en-US')} ratings</span>
)

const Few = ({ buyers }: Rating) => (
  <span class="rating__count">
    ({buyers.toLocaleString('en-US')}
    <span class="visually-hidden"> ratings</span>)
  </span>
)
