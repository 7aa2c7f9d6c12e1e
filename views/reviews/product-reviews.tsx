import type { Reviews } from '#src/catalog/reviews.ts'
import { paths } from '#src/paths.ts'
import { ReviewList } from './review-list.tsx'

type ProductReviewsProps = { reviews: Reviews; slug: string }

export const ProductReviews = (props: ProductReviewsProps) =>
  props.reviews.total === 0 ? null : <Section {...props} />

const Section = ({ reviews, slug }: ProductReviewsProps) => (
  <section class="product-reviews" aria-labelledby="reviews_title">
    <h2 class="product-reviews__title" id="reviews_title">
      What people say
    </h2>
    <p class="product-reviews__intro">
      Only people who had it delivered can write here. We publish good and bad alike, and pay nobody for it.
    </p>
    <ReviewList reviews={reviews.shown} />
    {reviews.total > reviews.shown.length && (
      <p>
        <a class="button button--quiet" href={paths.productReviews(slug)}>
          All {reviews.total} reviews
        </a>
      </p>
    )}
  </section>
)
