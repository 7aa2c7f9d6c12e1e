import { MAX_UPLOAD_BYTES } from '#src/web/upload-rules.ts'
import { Icon } from '../shared/icon.tsx'

/** With scripts off, a plain file field. */
export const PhotoSlot = ({ number }: { number: number }) => (
  <div class="photo-slot" data-controller="photo-slot" data-photo-slot-most-value={MAX_UPLOAD_BYTES}>
    <label class="photo-slot__field">
      <canvas class="photo-slot__preview" width="320" height="240" hidden data-photo-slot-target="preview" />
      <Icon name="camera" />
      <span class="visually-hidden">Photo {number}: </span>
      <span class="photo-slot__name" data-photo-slot-target="name" data-empty="Add a photo">
        Add a photo
      </span>
      <input
        type="file"
        name="photos[]"
        accept="image/jpeg,image/png,image/webp"
        data-photo-slot-target="input"
        data-action="photo-slot#show"
      />
    </label>
    <button
      type="button"
      class="photo-slot__remove"
      aria-label={`Remove photo ${number}`}
      hidden
      data-photo-slot-target="remove"
      data-action="photo-slot#remove"
    >
      <Icon name="close" />
    </button>
    <p class="field__error photo-slot__problem" role="alert" hidden data-photo-slot-target="problem">
      That photo is over 8 MB. Please choose a smaller one.
    </p>
  </div>
)
