import type { ShownDays } from '#src/checkout/steps/delivery-days.ts'
import type { DeliveryFields, FieldName } from '#src/delivery/rules.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '../shared/icon.tsx'
import { type AddressQuestion, QuestionOnPage } from './address-question.tsx'
import { type CheckoutBuyer, CheckoutHead } from './checkout-head.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import type { GiftShown } from './gift-option.tsx'
import { RecurringOption, type RecurringOptionProps } from './recurring-option.tsx'
import type { SavedAddressesProps } from './saved-addresses.tsx'
import { CheckoutSummary, type CheckoutSummaryProps } from './summary.tsx'

/** What is wrong, at the part of the page it is about. */
export type StepProblems = {
  address: { message: string; fields: FieldName[] } | null
  date: string | null
  email: string | null
  gift: string | null
}

export type DeliveryStepProps = {
  who: CheckoutBuyer
  orderToken: string
  isPlaced: boolean
  /** Why nothing can be changed any more. */
  locked: string | null
  /** Null where it is not asked for. */
  email: string | null
  /** The phone as people write it. */
  delivery: DeliveryFields
  saved: Omit<SavedAddressesProps, 'id'>
  /** Null until a ZIP is known to which we deliver. */
  days: ShownDays | null
  /** Null where a gift is not offered. */
  gift: GiftShown | null
  recurring: RecurringOptionProps | null
  problems: StepProblems
  question: AddressQuestion | null
  /** The path to go to after saving; null for the usual one. */
  returnTo: string | null
  store: { email: string; phone: string }
}

type DeliveryStepPageProps = { page: DeliveryStepProps; summary: CheckoutSummaryProps }

/** The first page of the older checkout: where, when and for whom. Of a placed order, what of it can still change. */
export const DeliveryStepPage = ({ page, summary }: DeliveryStepPageProps) => (
  <div class="checkout" data-page-action="order_delivery" data-controller="gifting">
    <CheckoutHead title={page.isPlaced ? 'Change your delivery' : 'Delivery'} who={page.who} />
    <div class="checkout__beside">
      <aside
        id="checkout_summary"
        aria-label="Your box"
        data-controller="kept-open"
        data-action="turbo:before-morph-attribute->kept-open#keep"
      >
        <CheckoutSummary {...summary} />
      </aside>
      {page.recurring && <RecurringOffer {...page.recurring} />}
    </div>
    <div class="checkout__steps">{page.locked ? <Locked {...page} /> : <Open {...page} />}</div>
  </div>
)

const Open = (page: DeliveryStepProps) => (
  <div class="delivery-step">
    <div class="delivery-step__question" id="delivery_question">
      {page.question && <QuestionOnPage {...page} question={page.question} />}
    </div>
    <DeliveryForm {...page} />
  </div>
)

/** Put away, with all that is in it, while the box is a gift. */
const RecurringOffer = (offer: RecurringOptionProps) => (
  <fieldset class="recurring-offer" data-gifting-target="recurring">
    <legend class="visually-hidden">Recurring box</legend>
    <RecurringOption {...offer} />
  </fieldset>
)

const Locked = ({ locked, orderToken, store }: DeliveryStepProps) => (
  <div class="delivery-step">
    <div class="notice">
      <Icon name="info" />
      <p class="notice__text">{locked}</p>
    </div>
    <p>
      You reach us at <a href={`mailto:${store.email}`}>{store.email}</a> or {store.phone}.
    </p>
    <p>
      <a class="button" href={paths.confirmation(orderToken)}>
        Back to your order
      </a>
    </p>
  </div>
)
