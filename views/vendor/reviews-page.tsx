import type { Farm } from '#db/schema/index.ts'
import type { Reviews, ShownReview } from '#src/catalog/reviews.ts'
import { paths } from '#src/paths.ts'
import { MAX_ANSWER } from '#src/reviews/rules.ts'
import { Pager } from '../catalog/pager.tsx'
import { ReviewList } from '../reviews/review-list.tsx'
import { Form } from '../shared/form.tsx'
import { TextArea } from '../shared/text-area.tsx'

type FarmReviewsPageProps = { farm: Farm; list: Reviews; page: number; pages: number }

export const FarmReviewsPage = ({ farm, list, page, pages }: FarmReviewsPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">What people say</h1>
      <p class="desk__intro">
        Reviews of your cuts by people who had them delivered. Your answer shows under each, with your farm's
        name. If one breaks the rules, report it and we'll look at it.
      </p>
    </header>
    {list.total === 0 && (
      <section class="empty">
        <h2 class="empty__title">No reviews yet</h2>
        <p class="empty__words">When someone reviews one of your cuts, you can answer it here.</p>
      </section>
    )}
    {list.shown.map((review) => (
      <section class="farm-review" aria-label={`Review of ${review.cut.name} by ${review.name}`}>
        <ReviewList reviews={[review]} withCut />
        <AnswerForm farm={farm} review={review} />
      </section>
    ))}
    <Pager page={page} pages={pages} path={paths.farmReviews(farm.slug)} />
  </>
)

const AnswerForm = ({ farm, review }: { farm: Farm; review: ShownReview }) => (
  <details class="farm-review__answer">
    <summary>{review.answer ? 'Change your answer' : 'Answer'}</summary>
    <Form action={paths.answerReview(farm.slug, review.token)} method="post" class="farm-review__form">
      <input type="hidden" name="version" value={String(review.version)} />
      <TextArea
        id={`answer_${review.token}`}
        name="words"
        label="Your answer"
        hint={review.answer ? 'Save it empty to take it off.' : 'Everyone can read it.'}
        value={review.answer?.words ?? ''}
        maxlength={MAX_ANSWER}
        rows={3}
      />
      <button type="submit" class="button">
        Save answer
      </button>
    </Form>
  </details>
)
