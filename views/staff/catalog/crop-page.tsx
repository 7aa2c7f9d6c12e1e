import { paths } from '#src/paths.ts'
import type { CropRead } from '#src/staff/catalog/pictures/crop.ts'
import type { PictureFields } from '#src/staff/catalog/pictures/fields.ts'
import type { PictureOwner } from '#src/staff/catalog/pictures/replace-picture.ts'
import { Alert } from '../../shared/alert.tsx'
import { Field } from '../../shared/field.tsx'
import { Form } from '../../shared/form.tsx'

type CropPageProps = {
  owner: PictureOwner
  upload: { hash: string; width: number; height: number }
  read: CropRead
  typed: Record<string, unknown>
  fields: PictureFields
  /** Of the owner's pictures. */
  version: string
  minWidth: number
  problem: string | null
}

const CROPS = [
  ['card', 'Middle, in the shape of a card (4:3)'],
  ['whole', 'The whole picture'],
  ['own', 'Your own crop, below'],
] as const

const SIDES = [
  ['left', 'From the left'],
  ['top', 'From the top'],
  ['width', 'Width'],
  ['height', 'Height'],
] as const

export const CropPage = ({
  owner,
  upload,
  read,
  typed,
  fields,
  version,
  minWidth,
  problem,
}: CropPageProps) => {
  const { hash, width, height } = upload
  const whole = { left: 0, top: 0, width, height }
  const crop = read.ok ? read.crop : whole
  const shownSide = (side: (typeof SIDES)[number][0]) =>
    read.ok ? String(crop[side]) : typeof typed[side] === 'string' ? typed[side] : ''
  return (
    <>
      <header class="desk__head">
        <p class="trail">
          <a href={paths.staffCatalog()}>Catalog</a> <span aria-hidden="true">/</span>{' '}
          <a href={owner.path}>{owner.label}</a> <span aria-hidden="true">/</span>{' '}
          <a href={owner.picturesPath}>Pictures</a>
        </p>
        <h1 class="desk__title">Crop the picture</h1>
        <p class="desk__intro">
          It is {width} × {height} pixels. The old one stays until you use this one.
        </p>
      </header>
      {problem && <Alert takesFocus>{problem}</Alert>}
      <div class="crop" data-controller="picture-crop" data-picture-crop-min-width-value={String(minWidth)}>
        <svg
          class="crop__stage"
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={fields.alt || 'The picture that you uploaded'}
          data-picture-crop-target="stage"
          data-action="pointerdown->picture-crop#begin pointermove->picture-crop#move pointerup->picture-crop#end pointercancel->picture-crop#end"
        >
          <image href={paths.pictureUpload(hash)} width={width} height={height} />
          <path
            class="crop__shade"
            data-picture-crop-target="shade"
            d={shadeOf(whole, crop)}
            fill-rule="evenodd"
          />
          <rect
            class="crop__frame"
            data-picture-crop-target="frame"
            x={crop.left}
            y={crop.top}
            width={crop.width}
            height={crop.height}
          />
        </svg>
        <Form action={owner.cropPath(hash)} method="post" class="edit-form" novalidate>
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="slot" value={String(fields.slot)} />
          <Field
            id="crop_alt"
            name="alt"
            label="What it shows"
            hint="For people who can’t see it"
            maxlength={250}
            value={fields.alt}
            required
          />
          <div class="field">
            <label class="field__label" for="crop_kind">
              Crop
            </label>
            <select class="field__input" id="crop_kind" name="crop" data-picture-crop-target="kind">
              {CROPS.map(([kind, words]) => (
                <option value={kind} selected={kind === read.kind}>
                  {words}
                </option>
              ))}
            </select>
          </div>
          {SIDES.map(([side, label]) => (
            <Field
              id={`crop_${side}`}
              name={side}
              label={`${label}, pixels`}
              inputmode="numeric"
              maxlength={5}
              value={shownSide(side)}
              data-picture-crop-target={side}
              data-action="input->picture-crop#typed"
            />
          ))}
          <p class="edit-form__end">
            <button type="submit" class="button">
              Use this picture
            </button>{' '}
            <button
              type="submit"
              class="button button--quiet"
              formmethod="get"
              formaction={owner.cropPath(hash)}
              data-turbo="false"
            >
              Show the crop
            </button>
          </p>
        </Form>
      </div>
    </>
  )
}

type Area = { left: number; top: number; width: number; height: number }

/** Everything but the crop. */
const shadeOf = (...areas: Area[]) =>
  areas.map(({ left, top, width, height }) => `M${left} ${top}h${width}v${height}h-${width}z`).join('')
