import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import { REPORT_WORDS } from '#src/reviews/rules.ts'
import type { ReviewRow } from '#src/staff/reviews.ts'
import { ReviewPhotos } from '../reviews/review-list.tsx'
import { Alert } from '../shared/alert.tsx'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { typedText } from '../shared/refused-form.ts'
import { TextArea } from '../shared/text-area.tsx'

type StaffReviewPageProps = {
  review: ReviewRow
  problem: string | undefined
  /** What a refused form had. */
  typed: Typed
}

type Typed = Record<string, unknown> | null

export const StaffReviewPage = ({ review, problem, typed }: StaffReviewPageProps) => (
  <article class="staff-claim">
    <header class="desk__head">
      <p class="trail">
        <a href={paths.staffReviews()}>Reviews</a>
      </p>
      <h1 class="desk__title">
        {review.cut}, by <bdi>{review.name}</bdi>
      </h1>
      <p class="desk__intro">
        From {review.farm}. {review.score === null ? 'No stars' : `${review.score} of 5 stars`}. Written{' '}
        {formatMoment(review.writtenAt, SHOP_ZONE)}.
      </p>
    </header>
    {problem && <Alert takesFocus>{problem}</Alert>}
    <blockquote class="staff-claim__note">
      <bdi>{review.words}</bdi>
    </blockquote>
    <ReviewPhotos photos={review.photos} of={`${review.name}, ${review.cut}`} />
    <Reports review={review} />
    <Decision review={review} typed={typed?.decision === 'remove_answer' ? null : typed} />
    {review.answer !== '' && (
      <Answer review={review} typed={typed?.decision === 'remove_answer' ? typed : null} />
    )}
  </article>
)

const Reports = ({ review: { reports } }: { review: ReviewRow }) =>
  reports.length === 0 ? null : (
    <section>
      <h2>Reports</h2>
      <ul>
        {reports.map(({ reason, words, reportedAt }) => (
          <li>
            {REPORT_WORDS[reason]}, {formatMoment(reportedAt, SHOP_ZONE)}
            {words && (
              <>
                : “<bdi>{words}</bdi>”
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )

type FormProps = { review: ReviewRow; typed: Typed }

const Decision = ({ review, typed }: FormProps) => (
  <Form action={paths.staffReview(review.id)} method="post" class="staff-claim__form">
    <input type="hidden" name="version" value={String(review.version)} />
    {review.state === 'refused' && <p>Refused: {review.reason}</p>}
    <TextArea
      id="review_reason"
      name="reason"
      label="Why you refuse it"
      hint="The shopper reads this. Refuse what is off topic, abusive, private or advertising; never because it's bad for us or the farm."
      value={typedText(typed, 'reason') ?? ''}
      maxlength={500}
      rows={3}
    />
    <div class="staff-claim__ways">
      {(review.state !== 'published' || review.reports.length > 0) && (
        <button type="submit" class="button" name="decision" value="approve">
          {review.reports.length > 0 ? 'Keep it' : 'Publish'}
        </button>
      )}
      <button type="submit" class="button button--quiet" name="decision" value="refuse">
        {review.state === 'waiting' ? 'Refuse' : 'Take it off'}
      </button>
    </div>
  </Form>
)

const Answer = ({ review, typed }: FormProps) => (
  <section class="staff-claim">
    <h2>The farm's answer</h2>
    <blockquote class="staff-claim__note">
      <bdi>{review.answer}</bdi>
    </blockquote>
    <Form action={paths.staffReview(review.id)} method="post" class="staff-claim__form">
      <TextArea
        id="answer_reason"
        name="reason"
        label="Why you take the answer off"
        hint="For our records. The review stays."
        value={typedText(typed, 'reason') ?? ''}
        maxlength={500}
        required
        rows={2}
      />
      <button type="submit" class="button button--quiet" name="decision" value="remove_answer">
        Take the answer off
      </button>
    </Form>
  </section>
)
