import type { Order } from '#db/schema/index.ts'
import type { ClaimFarm } from '#src/farm-money/claim-charges.ts'
import { formatCents, plainDollars } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { ClaimRow } from '#src/staff/claims.ts'
import { Photos } from '../claims/claim-story.tsx'
import { answerTitle, givenWords, KIND_WORDS } from '../claims/claim-words.ts'
import { Alert } from '../shared/alert.tsx'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { type RefusedForm, typedIn, typedText } from '../shared/refused-form.ts'
import { TextArea } from '../shared/text-area.tsx'

type StaffClaimPageProps = {
  claim: ClaimRow & { code: string | null }
  order: Order
  /** Sent for the claim. */
  newBox: Pick<Order, 'token' | 'identifier'> | null
  zone: string
  /** Null while a bank decides. */
  leftCents: number | null
  worthCents: number
  /** Whose packs it is about, once it is answered. */
  farms: ClaimFarm[]
  problem: string | undefined
  /** Shows again with what was typed. */
  refused: RefusedForm | null
}

export const StaffClaimPage = (props: StaffClaimPageProps) => {
  const { claim, order, zone } = props
  return (
    <article class="staff-claim">
      <header class="desk__head">
        <p class="trail">
          <a href={paths.staffClaims()}>Claims</a>
        </p>
        <h1 class="desk__title">
          {KIND_WORDS[claim.kind]}: {claim.lines.map(({ name }) => name).join(', ')}
        </h1>
        <p class="desk__intro">
          Order <a href={paths.staffOrder(order.token)}>{claim.identifier}</a>, {order.deliveryName}, reported{' '}
          {formatMoment(claim.createdAt, zone)}
        </p>
      </header>
      {props.problem && <Alert takesFocus>{props.problem}</Alert>}
      {claim.note && <blockquote class="staff-claim__note">{claim.note}</blockquote>}
      <Photos urls={claim.photos.map((photo) => paths.staffClaimPhoto(claim.id, photo))} />
      <ul>
        {claim.lines.map(({ quantity, name, label, farm }) => (
          <li>
            {quantity} × {name}, {label}, from {farm}
          </li>
        ))}
      </ul>
      <p>
        Carrier: {[claim.carrier, claim.service].filter(Boolean).join(' ') || 'not known'}. Center:{' '}
        {claim.center ?? 'not known'}.
      </p>
      {claim.answer === null && claim.reshipOrderId !== null && (
        <p>The box that was sent for this claim was canceled, so it needs another answer.</p>
      )}
      {claim.answer === null ? <AnswerForm {...props} /> : <Given {...props} />}
      {props.farms.map((farm) => (
        <ChargeForm claimId={claim.id} farm={farm} refused={props.refused} />
      ))}
    </article>
  )
}

const AnswerForm = ({ claim, leftCents, worthCents, refused }: StaffClaimPageProps) => {
  const action = paths.staffClaim(claim.id)
  const typed = typedIn(refused, action)
  return (
    <Form action={action} method="post" class="staff-claim__form">
      <Field
        id="claim_amount"
        name="amount"
        label="Amount in dollars"
        inputmode="decimal"
        value={typedText(typed, 'amount') ?? plainDollars(Math.min(worthCents, leftCents ?? worthCents))}
        hint={
          leftCents === null
            ? 'A bank is still deciding about this payment, so only sending it again is possible.'
            : `These lines cost ${formatCents(worthCents)} with tax. At most ${formatCents(leftCents)} is left on the order.`
        }
      />
      <TextArea
        id="claim_words"
        name="words"
        label="To the shopper (optional)"
        value={typedText(typed, 'words') ?? ''}
        maxlength={500}
        rows={3}
      />
      <div class="staff-claim__ways">
        <button type="submit" class="button" name="answer" value="refund">
          Refund
        </button>
        <button type="submit" class="button button--quiet" name="answer" value="credit">
          Give store credit
        </button>
        <button type="submit" class="button button--quiet" name="answer" value="reship">
          Send it again
        </button>
      </div>
    </Form>
  )
}

const Given = ({ claim, newBox, zone }: StaffClaimPageProps) => (
  <section>
    <h2>{answerTitle(claim)}</h2>
    <p>{claim.answeredAt !== null && formatMoment(claim.answeredAt, zone)}</p>
    {givenWords(claim).map((words) => (
      <p>{words}</p>
    ))}
    {newBox && (
      <p>
        In order <a href={paths.staffOrder(newBox.token)}>{newBox.identifier}</a>.
      </p>
    )}
  </section>
)

type ChargeFormProps = { claimId: number; farm: ClaimFarm; refused: RefusedForm | null }

/** The shop bears a claim, unless staff say that it's the farm's. */
const ChargeForm = ({ claimId, farm, refused }: ChargeFormProps) => {
  const action = paths.chargeClaim(claimId)
  const inForm = typedIn(refused, action)
  const typed = inForm?.farm === farm.slug ? inForm : null
  return (
    <Form action={action} method="post" class="staff-claim__form">
      <h2>Was it the farm?</h2>
      <p>
        {farm.chargedCents === 0
          ? `The shop bears this claim. If ${farm.name} caused it, charge its statement.`
          : `${farm.name} bears ${formatCents(farm.chargedCents)} of it. Enter 0 to take that back.`}
      </p>
      <input type="hidden" name="farm" value={farm.slug} />
      <input type="hidden" name="seen_cents" value={String(farm.chargedCents)} />
      <Field
        id={`charge_${farm.slug}`}
        name="amount"
        label={`What ${farm.name} bears, in dollars`}
        inputmode="decimal"
        autocomplete="off"
        value={typedText(typed, 'amount') ?? plainDollars(farm.chargedCents)}
        hint={`Its packs in this claim cost ${formatCents(farm.atMostCents)}.`}
      />
      <div class="staff-claim__ways">
        <button type="submit" class="button button--quiet">
          Charge {farm.name}
        </button>
      </div>
    </Form>
  )
}
