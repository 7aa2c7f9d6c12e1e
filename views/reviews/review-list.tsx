import type { ShownReview } from '#src/catalog/reviews.ts'
import { formatDate } from '#src/day.ts'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '../shared/icon.tsx'

type ReviewListProps = {
  reviews: ShownReview[]
  /** Names the cut of each, where several cuts are reviewed. */
  withCut?: boolean
}

/** Reviews by people to whom the cut was delivered. What they typed is isolated, so that its direction turns nothing else. */
export const ReviewList = ({ reviews, withCut = false }: ReviewListProps) => (
  <ul class="reviews">
    {reviews.map((review) => (
      <li class="review">
        <Head review={review} withCut={withCut} />
        <p class="review__words">
          <bdi>{review.words}</bdi>
        </p>
        <ReviewPhotos photos={review.photos} of={`${review.name}, ${review.cut.name}`} />
        {review.answer && (
          <div class="review__answer">
            <p class="review__facts">
              <b>{review.farm.name}</b> answered{' '}
              {review.answer.at < review.writtenAt && 'an earlier version on '}
              {formatDate(dayIn(SHOP_ZONE, review.answer.at))}
            </p>
            <p class="review__words">
              <bdi>{review.answer.words}</bdi>
            </p>
          </div>
        )}
        <p>
          <a class="review__report" href={paths.reportReview(review.token)}>
            <Icon name="flag" /> Report<span class="visually-hidden"> this review by {review.name}</span>
          </a>
        </p>
      </li>
    ))}
  </ul>
)

const Head = ({
  review: { name, score, writtenAt, cut },
  withCut,
}: {
  review: ShownReview
  withCut: boolean
}) => (
  <div class="review__head">
    <p class="review__name">
      <bdi>{name}</bdi>
    </p>
    {score !== null && (
      <p class="rating">
        <span class={`rating__stars rating__stars--${score * 2}`} />
        <span class="visually-hidden">{score} of 5 stars</span>
      </p>
    )}
    <p class="review__facts">
      {withCut && (
        <>
          <a href={paths.product(cut.slug)}>{cut.name}</a> ·{' '}
        </>
      )}
      Bought here · {formatDate(dayIn(SHOP_ZONE, writtenAt))}
    </p>
  </div>
)

export const ReviewPhotos = ({ photos, of }: { photos: string[]; of: string }) =>
  photos.length === 0 ? null : (
    <ul class="review__photos">
      {photos.map((photo, index) => (
        <li>
          <a href={paths.reviewPhoto(photo)} target="_blank" rel="noreferrer">
            <img
              class="review__photo"
              src={paths.reviewPhoto(photo)}
              width="96"
              height="96"
              alt={`By ${of}, ${index + 1} of ${photos.length}`}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  )
