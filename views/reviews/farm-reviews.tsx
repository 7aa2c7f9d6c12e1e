import type { Reviews } from '#src/catalog/reviews.ts'
import { cacheFragments, contentId } from '../shared/cached-fragments.ts'
import { usePage } from '../shared/page-facts.ts'
import { ReviewList } from './review-list.tsx'

const reviewsFragment = cacheFragments<Reviews>(
  (reviews) => `farm ${contentId(reviews)}`,
  (reviews) => `${<Section {...reviews} />}`,
)

/** The same for all visitors, so rendered once and cached. */
export function FarmReviews({ reviews }: { reviews: Reviews }) {
  const { pieces } = usePage()
  return reviews.total === 0 ? null : pieces.place(reviewsFragment(reviews))
}

const Section = ({ shown }: Reviews) => (
  <section class="product-reviews" aria-labelledby="reviews_title">
    <h2 class="product-reviews__title" id="reviews_title">
      What people say
    </h2>
    <p class="product-reviews__intro">
      Only people who had it delivered can write here. We publish good and bad alike, and pay nobody for it.
    </p>
    <ReviewList reviews={shown} withCut />
  </section>
)
