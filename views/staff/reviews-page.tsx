import { paths } from '#src/paths.ts'
import type { ReviewQueue, ReviewQueueList, ReviewRow } from '#src/staff/reviews.ts'
import { Pager } from '../catalog/pager.tsx'

type ReviewQueuePageProps = { list: ReviewQueueList; queue: ReviewQueue }

const QUEUE_NAMES: Record<ReviewQueue, string> = {
  waiting: 'Not read yet',
  reported: 'Reported',
  decided: 'Decided',
}

export const ReviewQueuePage = ({ list, queue }: ReviewQueuePageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Reviews</h1>
      <p class="desk__intro">
        Each review is read before it shows. Publish good and bad alike; the law forbids hiding bad ones.
      </p>
    </header>
    <nav class="flag-filters" aria-label="Filters">
      <ul class="chips">
        {Object.entries(QUEUE_NAMES).map(([name, words]) => (
          <li>
            <a
              class="chip"
              href={paths.staffReviews({ queue: name })}
              aria-current={name === queue ? 'true' : undefined}
            >
              {words}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    {list.total === 0 ? <NoReviews /> : <ul class="flag-list">{list.rows.map(toRow)}</ul>}
    <Pager page={list.page} pages={list.pages} path={paths.staffReviews({ queue })} />
  </>
)

const NoReviews = () => (
  <section class="empty">
    <h2 class="empty__title">No reviews here</h2>
    <p class="empty__words">When a shopper writes or reports a review, it shows up here.</p>
  </section>
)

const STATE_NAMES: Record<ReviewRow['state'], string> = {
  waiting: 'Not read yet',
  published: 'Published',
  reported: 'Hidden until you decide',
  refused: 'Refused',
}

const toRow = (review: ReviewRow) => (
  <li class="flag">
    <h2 class="flag__title">
      <a href={paths.staffReview(review.id)}>
        {review.cut}, by <bdi>{review.name}</bdi>
      </a>
    </h2>
    <p>
      <bdi>{excerpt(review.words)}</bdi>
    </p>
    <p>
      {STATE_NAMES[review.state]} · {review.score === null ? 'No stars' : `${review.score} of 5 stars`} ·{' '}
      {review.photos.length === 1 ? '1 photo' : `${review.photos.length} photos`}
      {review.reports.length > 0 &&
        ` · ${review.reports.length === 1 ? '1 open report' : `${review.reports.length} open reports`}`}
    </p>
  </li>
)

const excerpt = (words: string) => (words.length > 160 ? `${[...words].slice(0, 160).join('')}…` : words)
