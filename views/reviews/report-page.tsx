import type { Review } from '#db/schema/reviews.ts'
import { paths } from '#src/paths.ts'
import { REPORT_WORDS } from '#src/reviews/rules.ts'
import { Alert } from '../shared/alert.tsx'
import { Form } from '../shared/form.tsx'
import { TextArea } from '../shared/text-area.tsx'

export const ReportPage = ({ review, problem }: { review: Review; problem: string | null }) => (
  <article class="report">
    <header class="page-head">
      <h1 class="page-head__title">What's wrong with this review?</h1>
      <p class="page-head__intro">
        We hide it until we've read it. A review that only disagrees with you stays: good and bad ones belong
        here.
      </p>
    </header>
    {review.state === 'published' ? (
      <blockquote class="report__words">
        <bdi>{review.words}</bdi>
      </blockquote>
    ) : (
      <p>Someone has reported it already, so it's hidden for now.</p>
    )}
    <Form action={paths.reportReview(review.token)} method="post" class="report__form">
      {problem && <Alert>{problem}</Alert>}
      <fieldset class="report__reasons">
        <legend class="field__label">The reason</legend>
        {Object.entries(REPORT_WORDS).map(([reason, words]) => (
          <label class="report__reason">
            <input type="radio" name="reason" value={reason} required /> {words}
          </label>
        ))}
      </fieldset>
      <TextArea
        id="report_words"
        name="words"
        label="Anything to add? (optional)"
        value=""
        maxlength={500}
        rows={3}
      />
      <button type="submit" class="button">
        Report it
      </button>
    </Form>
  </article>
)
