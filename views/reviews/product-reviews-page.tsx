import type { Reviews } from '#src/catalog/reviews.ts'
import { paths } from '#src/paths.ts'
import { Pager } from '../catalog/pager.tsx'
import { ReviewList } from './review-list.tsx'

type ProductReviewsPageProps = {
  product: { slug: string; name: string; farm: string }
  list: Reviews
  page: number
  pages: number
}

export const ProductReviewsPage = ({ product, list, page, pages }: ProductReviewsPageProps) => (
  <>
    <header class="page-head">
      <p class="trail">
        <a href={paths.product(product.slug)}>{product.name}</a>
      </p>
      <h1 class="page-head__title">Reviews of {product.name}</h1>
      <p class="page-head__intro">From {product.farm}. Only people who had it delivered can write here.</p>
    </header>
    {list.total === 0 ? (
      <section class="empty">
        <h2 class="empty__title">No reviews yet</h2>
        <p class="empty__words">When it has been delivered to you, write the first one from your passport.</p>
        <a class="button" href={paths.passport()}>
          Your passport
        </a>
      </section>
    ) : (
      <ReviewList reviews={list.shown} />
    )}
    <Pager page={page} pages={pages} path={paths.productReviews(product.slug)} />
  </>
)
