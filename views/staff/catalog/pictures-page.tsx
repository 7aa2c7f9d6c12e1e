import { paths } from '#src/paths.ts'
import type { PictureOwner } from '#src/staff/catalog/pictures/replace-picture.ts'
import { Alert } from '../../shared/alert.tsx'
import { Field } from '../../shared/field.tsx'
import { Form } from '../../shared/form.tsx'
import { usePage } from '../../shared/page-facts.ts'
import { Picture } from '../../shared/picture.tsx'

type PicturesPageProps = { owner: PictureOwner; alt: string; slot: number; problem: string | null }

export const PicturesPage = ({ owner, alt, slot, problem }: PicturesPageProps) => {
  const { findPicture } = usePage()
  return (
    <>
      <header class="desk__head">
        <p class="trail">
          <a href={paths.staffCatalog()}>Catalog</a> <span aria-hidden="true">/</span>{' '}
          <a href={owner.path}>{owner.label}</a>
        </p>
        <h1 class="desk__title">Pictures</h1>
        <p class="desk__intro">
          {owner.kind === 'variety'
            ? 'The first one is on its card, in boxes and in emails.'
            : 'The farm’s landscape.'}
        </p>
      </header>
      {owner.names.length > 0 && (
        <ol class="picture-list">
          {owner.names.map((name, nth) => (
            <li class="picture-list__item">
              <Picture name={name} sizes="14rem" alt="" />
              <p>
                <b>{nth + 1}.</b> {findPicture(name)?.alt ?? name}
              </p>
            </li>
          ))}
        </ol>
      )}
      <section class="desk-panel" aria-labelledby="upload_title">
        <h2 class="desk-panel__title" id="upload_title">
          New picture
        </h2>
        {problem && <Alert takesFocus>{problem}</Alert>}
        <Form action={owner.picturesPath} method="post" enctype="multipart/form-data" class="edit-form">
          <div class="field">
            <label class="field__label" for="picture_file">
              Picture
            </label>
            <p class="field__hint" id="picture_file_hint">
              JPEG, PNG or WebP, at least 800 pixels wide, at most 8 MB. You’ll crop it next.
            </p>
            <input
              class="field__input"
              type="file"
              id="picture_file"
              name="picture"
              accept="image/jpeg,image/png,image/webp"
              required
              aria-describedby="picture_file_hint"
            />
          </div>
          <Field
            id="picture_alt"
            name="alt"
            label="What it shows"
            hint="For people who can’t see it"
            maxlength={250}
            value={alt}
            required
          />
          {owner.slots > 1 && (
            <div class="field">
              <label class="field__label" for="picture_slot">
                Place
              </label>
              <select class="field__input" id="picture_slot" name="slot">
                {Array.from({ length: owner.slots }, (_, nth) => (
                  <option value={String(nth)} selected={nth === slot}>
                    {nth < owner.names.length ? `Replaces picture ${nth + 1}` : 'Add it at the end'}
                  </option>
                ))}
              </select>
            </div>
          )}
          <p class="edit-form__end">
            <button type="submit" class="button">
              Upload and crop
            </button>
          </p>
        </Form>
      </section>
    </>
  )
}
