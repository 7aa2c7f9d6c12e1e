import type { OwnReview } from '#src/catalog/reviews.ts'
import type { ReviewRefusal } from '#src/passport/cut-page.tsx'
import { paths } from '#src/paths.ts'
import { MAX_REVIEW, STATE_WORDS } from '#src/reviews/rules.ts'
import { PhotoSlot } from '../claims/photo-slot.tsx'
import { Alert } from '../shared/alert.tsx'
import { Form } from '../shared/form.tsx'
import { TextArea } from '../shared/text-area.tsx'

type ReviewFormProps = {
  cut: { vendor: string; slug: string; name: string }
  canWrite: boolean
  review: OwnReview | null
  refused: ReviewRefusal | undefined
}

const MAX_PHOTOS = 4

/** In words, with photos, for everyone to read. */
export const ReviewForm = (props: ReviewFormProps) => {
  const { cut, canWrite, review } = props
  const action = paths.review(cut.vendor, cut.slug)
  return (
    <section class="own-cut__part" aria-labelledby="own_review">
      <h2 class="own-cut__title" id="own_review">
        Your review
      </h2>
      {review && (
        <p class={`own-review own-review--${review.state}`}>
          {STATE_WORDS[review.state]}
          {review.reason && ` ${review.reason}`}
        </p>
      )}
      {canWrite ? <Words {...props} action={action} /> : <p>{review?.words}</p>}
      {review && (
        <Form action={action} method="delete">
          <button type="submit" class="button button--quiet">
            Delete review
          </button>
        </Form>
      )}
    </section>
  )
}

const Words = ({ action, refused, ...props }: ReviewFormProps & { action: string }) => (
  <Form action={action} method="post" enctype="multipart/form-data" class="own-cut__form">
    <TextArea
      id="review_words"
      name="words"
      label="What should other shoppers know?"
      hint="Shows with your first name and initial. Please leave out private things."
      error={refused?.field === 'words' ? refused.message : undefined}
      autofocus={refused?.field === 'words'}
      value={refused?.typed ?? props.review?.words ?? ''}
      maxlength={MAX_REVIEW}
      required
      rows={5}
    />
    {refused && <PhotosProblem {...refused} />}
    <Photos {...props} refused={refused} />
    <button type="submit" class="button">
      {props.review ? 'Save review' : 'Send review'}
    </button>
  </Form>
)

const PhotosProblem = ({ field, message, hasPhotos }: ReviewRefusal) =>
  hasPhotos && (
    <Alert takesFocus={field === 'photos'}>
      {field === 'photos' && message} Please choose your photos again.
    </Alert>
  )

const Photos = ({ review, cut, refused }: ReviewFormProps) => {
  const photos = review?.photos ?? []
  const free = Array.from({ length: MAX_PHOTOS - photos.length }, (_, index) => photos.length + index + 1)
  return (
    <fieldset class="own-cut__survey">
      <legend class="field__label">Photos (optional)</legend>
      <div class="claim__slots">
        {photos.map((photo, index) => (
          <label class="own-photo">
            <img
              class="own-photo__picture"
              src={paths.reviewPhoto(photo)}
              width="160"
              height="120"
              alt={`Yours of ${cut.name}, ${index + 1} of ${photos.length}`}
            />
            <span class="own-photo__remove">
              <input
                type="checkbox"
                name="remove_photos[]"
                value={photo}
                checked={refused?.removed.includes(photo)}
              />{' '}
              Remove
            </span>
          </label>
        ))}
        {free.map((number) => (
          <PhotoSlot number={number} />
        ))}
      </div>
      <p class="claim__small">Up to 4 photos of at most 8 MB each. We remove where they were taken.</p>
    </fieldset>
  )
}
