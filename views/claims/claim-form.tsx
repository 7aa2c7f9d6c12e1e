import type { ClaimKind } from '#db/schema/claims.ts'
import type { ClaimableLine } from '#src/claims/claims.ts'
import { type Day, formatDay } from '#src/day.ts'
import { linePrice } from '../orders/placed-order.ts'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'
import { Phone } from '../shared/phone.tsx'
import { Picture } from '../shared/picture.tsx'
import { TextArea } from '../shared/text-area.tsx'
import { KIND_WORDS } from './claim-words.ts'
import { PhotoSlot } from './photo-slot.tsx'

export type TypedClaim = { kind: string; note: string; lineTokens: string[]; hasPhotos: boolean }

type ClaimFormProps = {
  action: string
  lines: ClaimableLine[]
  problem: string | null
  typed: TypedClaim
  until: Day
  /** The free item that came with the box. Nobody paid for it, so it has no line to claim. */
  giftName: string | null
  store: { email: string; phone: string }
}

const KINDS = Object.entries(KIND_WORDS) as [ClaimKind, string][]
const PHOTOS = [1, 2, 3, 4]

export const ClaimForm = ({ action, lines, problem, typed, until, giftName, store }: ClaimFormProps) => (
  <Form action={action} method="post" enctype="multipart/form-data" class="claim__form">
    {problem && (
      <p class="claim__problem" role="alert" tabindex={-1} autofocus>
        <Icon name="alert" /> {problem}
        {typed.hasPhotos && ' Please choose your photos again.'}
      </p>
    )}
    <fieldset class="claim__part">
      <legend class="field__label">What happened?</legend>
      <div class="chips">
        {KINDS.map(([kind, words]) => (
          <label class="chip claim__kind">
            <input type="radio" name="kind" value={kind} checked={typed.kind === kind} required />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
    <fieldset class="claim__part">
      <legend class="field__label">What is it about?</legend>
      {lines.map((line) => (
        <Line line={line} isChosen={typed.lineTokens.includes(line.token)} />
      ))}
      {giftName && (
        <p class="claim__small">
          Is it about your free {giftName}? Email <a href={`mailto:${store.email}`}>{store.email}</a> or call{' '}
          <Phone number={store.phone} />, and we'll make it right.
        </p>
      )}
    </fieldset>
    <fieldset class="claim__part">
      <legend class="field__label">Photos (optional)</legend>
      <div class="claim__slots">
        {PHOTOS.map((number) => (
          <PhotoSlot number={number} />
        ))}
      </div>
      <p class="claim__small">Up to 4 photos of at most 8 MB each. We remove where they were taken.</p>
    </fieldset>
    <TextArea
      id="claim_note"
      name="note"
      label="Anything to add? (optional)"
      value={typed.note}
      maxlength={1000}
      rows={3}
    />
    <button type="submit" class="button button--wide">
      Send it
    </button>
    <p class="claim__small">
      You can tell us until {formatDay(until, 'long')}. Please don't send anything back, and don't eat what
      arrived warm.
    </p>
  </Form>
)

const Line = ({ line, isChosen }: { line: ClaimableLine; isChosen: boolean }) => (
  <label class="claim__line">
    <input
      type="checkbox"
      name="lines[]"
      value={line.token}
      checked={isChosen && !line.isClaimed}
      disabled={line.isClaimed}
    />
    <span class="claim__picture">
      <Picture name={line.pictures[0] ?? ''} sizes="72px" alt="" />
    </span>
    <span>
      <b>
        {line.quantity} × {line.name}, {line.label}
      </b>
      <span class="claim__facts">{factsOf(line)}</span>
    </span>
  </label>
)

function factsOf(line: ClaimableLine): string {
  if (line.isClaimed) return "You've told us about it"
  const lots = line.lots.length > 0 ? `Lot ${line.lots.join(', ')} · ` : ''
  return `${lots}${linePrice({ totalCents: line.acceptedCents, byWeight: null })}`
}
