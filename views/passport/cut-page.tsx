import type { OwnReview } from '#src/catalog/reviews.ts'
import type { CutRefusal } from '#src/passport/cut-page.tsx'
import type { Cut } from '#src/passport/cuts.ts'
import { MAX_NOTES, SURVEY_ANSWERS } from '#src/passport/note-rules.ts'
import { paths } from '#src/paths.ts'
import { ReviewForm } from '../reviews/review-form.tsx'
import { Form } from '../shared/form.tsx'
import { Picture } from '../shared/picture.tsx'
import { StarRating } from '../shared/star-rating.tsx'
import { TextArea } from '../shared/text-area.tsx'

export type OwnTaste = { score: number; notes: string; survey: string }

type CutPageProps = {
  cut: Cut
  /** False if its order was refunded since. */
  isReceived: boolean
  own: OwnTaste
  review: OwnReview | null
  userToken: string
  refusal: CutRefusal
}

export const CutPage = (props: CutPageProps) => (
  <article class="own-cut">
    <Head {...props} />
    {props.isReceived && <Stars {...props} />}
    {props.isReceived && <Notes {...props} />}
    <ReviewForm
      cut={props.cut}
      canWrite={props.isReceived}
      review={props.review}
      refused={props.refusal.review}
    />
  </article>
)

const Head = ({ cut }: CutPageProps) => (
  <header class="own-cut__head">
    <div class="own-cut__picture">
      <Picture name={cut.pictures[0] ?? ''} sizes="(width >= 40em) 160px, 30vw" alt="" />
    </div>
    <div>
      <p class="trail">
        <a href={paths.passport()}>Your passport</a>
      </p>
      <h1 class="own-cut__name">{cut.name}</h1>
      <p class="own-cut__farm">{cut.farm}</p>
    </div>
  </header>
)

const Stars = ({ cut, own }: CutPageProps) => (
  <section class="own-cut__part" aria-labelledby="own_stars">
    <h2 class="own-cut__title" id="own_stars">
      Your stars
    </h2>
    <StarRating url={paths.rating(cut.vendor, cut.slug)} score={own.score} name={cut.name} />
    <p class="own-cut__hint">
      Every rating counts in the average. It shows on the product's page once five buyers have rated it.
    </p>
  </section>
)

const Notes = ({ cut, own, userToken, refusal }: CutPageProps) => (
  <section class="own-cut__part" aria-labelledby="own_notes">
    <h2 class="own-cut__title" id="own_notes">
      Notes for next time
    </h2>
    <Form action={paths.setCutNotes(userToken, cut.vendor, cut.slug)} method="post" class="own-cut__form">
      <TextArea
        id="cut_notes"
        name="notes"
        label="How you cooked it, and what you'd change"
        hint="Only you can see this."
        error={refusal.notesProblem}
        autofocus={refusal.notesProblem !== undefined}
        value={refusal.typedNotes ?? own.notes}
        maxlength={MAX_NOTES}
        rows={4}
      />
      <fieldset class="own-cut__survey">
        <legend class="field__label">Would you buy it again?</legend>
        <div class="chips">
          {SURVEY_ANSWERS.map((answer) => (
            <label class="chip claim__kind">
              <input type="radio" name="survey" value={answer} checked={own.survey === answer} />
              {answer}
            </label>
          ))}
        </div>
      </fieldset>
      <button type="submit" class="button">
        Save notes
      </button>
    </Form>
  </section>
)
