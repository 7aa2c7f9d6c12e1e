import type { PaidChange } from '#db/schema/index.ts'
import type { ShownDays } from '#src/checkout/steps/delivery-days.ts'
import type { DeliveryFields, FieldName } from '#src/delivery/rules.ts'
import { paths } from '#src/paths.ts'
import { WaitingChange } from '../order-edit/waiting-change.tsx'
import { Icon } from '../shared/icon.tsx'
import { Phone } from '../shared/phone.tsx'
import { type AskedAddress, QuestionOnPage } from './address-question.tsx'
import { type CheckoutBuyer, CheckoutHead } from './checkout-head.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import type { GiftShown } from './gift-option.tsx'
import { RecurringOption, type RecurringOptionProps } from './recurring-option.tsx'
import type { SavedAddressesProps } from './saved-addresses.tsx'
import { type CheckoutSummaryProps, SummaryAside } from './summary.tsx'

export type StepProblems = {
  address: { message: string; fields: FieldName[] } | null
  date: string | null
  email: string | null
  gift: string | null
}

export type DeliveryStepProps = {
  buyer: CheckoutBuyer
  orderToken: string
  isPlaced: boolean
  locked: string | null
  /** What saving would end. */
  waiting: PaidChange | null
  email: string | null
  /** The phone reads `(###) ###-####`. */
  delivery: DeliveryFields
  saved: Omit<SavedAddressesProps, 'id'>
  days: ShownDays | null
  gift: GiftShown | null
  recurring: RecurringOptionProps | null
  problems: StepProblems
  question: AskedAddress | null
  returnTo: string | null
  store: { email: string; phone: string }
}

type DeliveryStepPageProps = { page: DeliveryStepProps; summary: CheckoutSummaryProps }

/** The first page of the older checkout, and the page that changes a placed order's delivery. */
export const DeliveryStepPage = ({ page, summary }: DeliveryStepPageProps) => (
  <div class="checkout" data-page-action="order_delivery" data-controller="gifting">
    <CheckoutHead title={page.isPlaced ? 'Change your delivery' : 'Delivery'} buyer={page.buyer} />
    <div class="checkout__beside">
      <SummaryAside
        summary={summary}
        data-controller="kept-open"
        data-action="turbo:before-morph-attribute->kept-open#keep"
      />
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
    {page.waiting && <WaitingChange change={page.waiting} />}
    <DeliveryForm {...page} />
  </div>
)

/** Hidden and disabled while the box is a gift. */
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
      Need help? Email <a href={`mailto:${store.email}`}>{store.email}</a> or call{' '}
      <Phone number={store.phone} />.
    </p>
    <p>
      <a class="button" href={paths.confirmation(orderToken)}>
        Back to your order
      </a>
    </p>
  </div>
)
