import type { Child } from 'hono/jsx'
import type { AddressRefusal } from '#src/checkout/address.ts'
import { paths } from '#src/paths.ts'
import { cityLine, type Place } from '#src/postal/place.ts'
import { ModalContents } from '../page/modal.tsx'
import { Form } from '../shared/form.tsx'

type Asking = Extract<AddressRefusal, { type: string }>

export type AddressQuestion = { refusal: AddressRefusal; typed: Place; formValues: Record<string, string> }

type QuestionProps = { question: AddressQuestion; orderToken: string; store: { phone: string } }
type PartProps = QuestionProps & { refusal: Asking }

/** Without scripts, at the top of the page. */
export const QuestionOnPage = (props: QuestionProps) => {
  const { refusal } = props.question
  if (refusal.type === null) return null
  return (
    <section class="address-question" aria-labelledby="question_title">
      <h2 class="address-question__title" id="question_title">
        {titleOf(refusal)}
      </h2>
      <Question {...props} refusal={refusal} />
      <p class="checkout-hint">Or change the address below.</p>
    </section>
  )
}

/** In a modal, which the controller opens. If it can't, the question shows in place. */
export const QuestionInModal = (props: QuestionProps) => {
  const { refusal } = props.question
  if (refusal.type === null) return null
  const event = refusal.type === 'modified_to_achieve_match' ? 'viewed-address-modified-modal' : undefined
  return (
    <div
      data-controller="address-question"
      data-address-question-event-value={event}
      data-action="modal_shown@window->address-question#announceShown"
    >
      <template data-address-question-target="question">
        <ModalContents name={`address_${refusal.type}`} title={titleOf(refusal)}>
          <Question {...props} refusal={refusal} />
          <button type="button" class="button button--quiet" data-action="modal#close">
            {refusal.type === 'no_eligible_shipping_days' ? 'Enter another address' : 'Change the address'}
          </button>
        </ModalContents>
      </template>
    </div>
  )
}

const TITLES: Record<Asking['type'], string> = {
  modified_to_achieve_match: 'Confirm your address',
  unconfirmed: 'Please check this address',
  postal_code_service_delay: 'Boxes to this ZIP code may arrive late',
  no_eligible_shipping_days: "We can't deliver here right now",
  fc_changed: 'Boxes to this address ship from a different center',
}

const titleOf = ({ type }: Asking) => TITLES[type]

function Question(props: PartProps) {
  const { refusal } = props
  return (
    <>
      {refusal.message !== titleOf(refusal) && <p>{refusal.message}</p>}
      <Answers {...props} />
    </>
  )
}

function Answers(props: PartProps) {
  const { refusal, question, store } = props
  switch (refusal.type) {
    case 'modified_to_achieve_match':
      return (
        <div class="address-question__pair">
          <Answer {...props} name="address_confirmation_bypass" value="accept" label="Use the suggestion">
            <Lines {...refusal.suggestion} />
          </Answer>
          <Answer
            {...props}
            name="address_confirmation_bypass"
            value="use-original"
            label="Keep what I typed"
            quiet
          >
            <Lines {...question.typed} />
          </Answer>
        </div>
      )
    case 'unconfirmed':
      return (
        <>
          <p>If you know it's right, keep it. We'll still deliver there.</p>
          <Answer
            {...props}
            name="address_confirmation_bypass"
            value="use-original"
            label="Use it as typed"
          />
        </>
      )
    case 'postal_code_service_delay':
      return (
        <Answer {...props} name="postal_code_delay_bypass" value="accept" label="That's fine, deliver here" />
      )
    case 'fc_changed':
      return (
        <Answer
          {...props}
          name="fc_change_acknowledged"
          value={refusal.version}
          label={acknowledge(refusal.items.length)}
        />
      )
    case 'no_eligible_shipping_days':
      return <p>Please enter another address, or call us at {store.phone}.</p>
  }
}

const acknowledge = (items: number) =>
  items === 0 ? 'Deliver here' : `Remove ${items === 1 ? 'it' : 'them'} and deliver here`

type AnswerProps = PartProps & {
  name: string
  value: string
  label: string
  quiet?: boolean
  children?: Child
}

/** A separate form: the answer applies to the address that was checked, not to later typing. */
const Answer = ({ question, orderToken, name, value, label, quiet = false, children }: AnswerProps) => (
  <Form action={paths.updateShippingAddress(orderToken)} method="post" class="address-question__answer">
    {Object.entries({ ...question.formValues, [name]: value }).map(([field, text]) => (
      <input type="hidden" name={field} value={text} />
    ))}
    {children}
    <button type="submit" class={quiet ? 'button button--quiet' : 'button'}>
      {label}
    </button>
  </Form>
)

const Lines = (place: Place) => (
  <p class="address-question__lines">
    <span>{place.street1}</span>
    {place.street2 && <span>{place.street2}</span>}
    <span>{cityLine(place)}</span>
  </p>
)
