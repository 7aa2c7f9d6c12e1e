import { averageText, buyersText, halfStars, type Rating } from '#src/catalog/rating-rules.ts'

type RatingProps = {
  rating: Rating
  /** '4.6 (23)' instead of '4.6 · 23 ratings'. */
  compact?: boolean
}

/** The stars repeat the figure, so they have no text for screen readers. */
export const RatingLine = ({ rating, compact = false }: RatingProps) => (
  <p class={compact ? 'rating rating--compact' : 'rating'}>
    <span class={`rating__stars rating__stars--${halfStars(rating)}`} />
    <span>
      <span class="visually-hidden">Rated </span>
      {averageText(rating)}
      <span class="visually-hidden"> out of 5</span>{' '}
      {compact ? <CompactCount {...rating} /> : <Count {...rating} />}
    </span>
  </p>
)

const Count = (rating: Rating) => <span class="rating__count">· {buyersText(rating)} ratings</span>

const CompactCount = (rating: Rating) => (
  <span class="rating__count">
    ({buyersText(rating)}
    <span class="visually-hidden"> ratings</span>)
  </span>
)
