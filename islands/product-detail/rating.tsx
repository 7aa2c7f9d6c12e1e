/** @jsxImportSource react */
import { averageText, buyersText, halfStars, type Rating } from '#src/catalog/rating-rules.ts'

/** The island's copy of the server's `RatingLine`. */
export const RatingLine = ({ rating }: { rating: Rating }) => (
  <p className="rating">
    <span className={`rating__stars rating__stars--${halfStars(rating)}`} />
    <span>
      <span className="visually-hidden">{'Rated '}</span>
      {averageText(rating)}
      <span className="visually-hidden">{' out of 5'}</span>{' '}
      <span className="rating__count">{`· ${buyersText(rating)} ratings`}</span>
    </span>
  </p>
)
