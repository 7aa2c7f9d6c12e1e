import type { Farm } from '#db/schema/index.ts'
import type { Reviews, ShownReview } from '#src/catalog/reviews.ts'
import { paths } from '#src/paths.ts'
import { MAX_ANSWER } from '#src/reviews/rules.ts'
import { Pager } from '../catalog/pager.tsx'
import { ReviewList } from '../reviews/review-list.tsx'
import { Alert } from '../shared/alert.tsx'
import { Form } from '../shared/form.tsx'
import { type RefusedForm, typedIn, typedText } from '../shared/refused-form.ts'
import { TextArea } from '../shared/text-area.tsx'

type FarmReviewsPageProps = {
  farm: Farm
  list: Reviews
  page: number
  pages: number
  problem: string | undefined
  /** Opens again with what was typed. */
  refused: RefusedForm | null
}

export const FarmReviewsPage = ({ farm, list, page, pages, problem, refused }: FarmReviewsPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">What people say</h1>
      <p class="desk__intro">
        Reviews of your cuts by people who had them delivered. Your answer shows under each, with your farm's
        name. If one breaks the rules, report it and we'll look at it.
      </p>
    </header>
    {problem && <Alert takesFocus>{problem}</Alert>}
    {list.total === 0 && (
      <section class="empty">
        <h2 class="empty__title">No reviews yet</h2>
        <p class="empty__words">When someone reviews one of your cuts, you can answer it here.</p>
      </section>
    )}
    {list.shown.map((review) => (
      <section class="farm-review" aria-label={`Review of ${review.cut.name} by ${review.name}`}>
        <ReviewList reviews={[review]} withCut />
        <AnswerForm {...{ farm, review, page, refused }} />
      </section>
    ))}
    <Pager page={page} pages={pages} path={paths.farmReviews(farm.slug)} />
  </>
)

type AnswerFormProps = { farm: Farm; review: ShownReview; page: number; refused: RefusedForm | null }

const AnswerForm = ({ farm, review, page, refused }: AnswerFormProps) => {
  const action = paths.answerReview(farm.slug, review.token)
  const typed = typedIn(refused, action)
  return (
    <details class="farm-review__answer" open={typed !== null}>
      <summary>{review.answer ? 'Change your answer' : 'Answer'}</summary>
      <Form action={action} method="post" class="farm-review__form">
        <input type="hidden" name="version" value={String(review.version)} />
        <input type="hidden" name="page" value={String(page)} />
        <TextArea
          id={`answer_${review.token}`}
          name="words"
          label="Your answer"
          hint={review.answer ? 'Save it empty to take it off.' : 'Everyone can read it.'}
          value={typedText(typed, 'words') ?? review.answer?.words ?? ''}
          maxlength={MAX_ANSWER}
          rows={3}
        />
        <button type="submit" class="button">
          Save answer
        </button>
      </Form>
    </details>
  )
}
