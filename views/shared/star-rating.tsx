import { MAX_STARS } from '#src/catalog/rating-rules.ts'
import { starLabel } from '#src/passport/star-words.ts'
import { Form } from './form.tsx'

type StarRatingProps = {
  /** Where a score is sent to: the score follows as the last part of the address. */
  url: string
  /** 0 while it isn't rated. */
  score: number
  /** What is rated. */
  name: string
  /** Leads back to this order without scripts. */
  orderToken?: string | undefined
  token?: string | undefined
}

const STARS = Array.from({ length: MAX_STARS }, (_, index) => index + 1)

/** One press rates, and a press on the last selected star takes the rating back: with and without scripts. */
export const StarRating = ({ url, score, name, orderToken, token }: StarRatingProps) => (
  <Form
    action={url}
    method="post"
    token={token}
    class="star-rating"
    data-controller="star-rating"
    data-star-rating-score-value={String(score)}
    data-star-rating-unreached-value="We couldn't save your stars. Please try again."
    data-action="submit->star-rating#rate"
  >
    {orderToken && <input type="hidden" name="order" value={orderToken} />}
    <fieldset class="star-rating__stars">
      <legend class="visually-hidden">Your rating of {name}</legend>
      {STARS.map((star) => (
        <Star star={star} score={score} url={url} />
      ))}
    </fieldset>
    <p class="star-rating__said" role="status" data-star-rating-target="status" />
  </Form>
)

const Star = ({ star, score, url }: { star: number; score: number; url: string }) => (
  <button
    type="submit"
    class={star <= score ? 'star-rating__star star-rating__star--on' : 'star-rating__star'}
    formaction={`${url}/${star === score ? 0 : star}`}
    aria-label={starLabel(star, score)}
    aria-pressed={star === score ? 'true' : 'false'}
    data-star-rating-target="star"
  />
)
