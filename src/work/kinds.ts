import {
  mailAskedLink,
  mailEmailChangeAsked,
  mailPartingWord,
  mailPasswordChanged,
  mailPasswordEnded,
  mailProviderConnected,
} from '../accounts/mails.tsx'
import { recordPurchase } from '../analytics/purchases.ts'
import { importPicture } from '../catalog/import/picture-job.ts'
import { verifyAddressAgain } from '../checkout/verify-later.ts'
import { detachCard, forgetCustomer } from '../payments/account-card-jobs.ts'
import {
  mailDeliveryChanged,
  mailGiftingQuestion,
  mailMoneyReturned,
  mailReceipt,
} from '../payments/mails.tsx'
import { refundPart, refundPayment } from '../payments/refunds.ts'
import { eraseDueOrder } from '../privacy/erase-later.ts'
import { mailDataRefusal, mailDataRequest } from '../privacy/mails.tsx'
import type { Services } from '../services.ts'

type Payload = Record<string, string | number>

export type JobKind = {
  perform(services: Services, payload: Payload): Promise<void>
  /** After so many tries it is left to the staff. */
  attempts: number
}

/** Every kind of job: a shell around one verb of its domain. */
export const JOB_KINDS: Record<string, JobKind> = {
  mail_receipt: { perform: (services, { orderId }) => mailReceipt(services, Number(orderId)), attempts: 10 },
  mail_delivery_changed: {
    perform: (services, { orderId, version, returnedCents, dayMoved }) =>
      mailDeliveryChanged(services, {
        orderId: Number(orderId),
        version: Number(version),
        returnedCents: Number(returnedCents),
        dayMoved: Number(dayMoved) === 1,
      }),
    attempts: 10,
  },
  mail_money_returned: {
    perform: (services, { paymentId }) => mailMoneyReturned(services, Number(paymentId)),
    attempts: 10,
  },
  mail_gifting_question: {
    perform: (services, { contactId }) => mailGiftingQuestion(services, Number(contactId)),
    attempts: 10,
  },
  mail_link: { perform: (services, { link }) => mailAskedLink(services, String(link)), attempts: 5 },
  mail_password_changed: {
    perform: (services, { userId, notice }) => mailPasswordChanged(services, Number(userId), String(notice)),
    attempts: 10,
  },
  mail_password_ended: {
    perform: (services, { userId, key }) => mailPasswordEnded(services, Number(userId), String(key)),
    attempts: 10,
  },
  mail_provider_connected: {
    perform: (services, { userId, label, notice }) =>
      mailProviderConnected(services, Number(userId), String(label), String(notice)),
    attempts: 10,
  },
  mail_email_change_asked: {
    perform: (services, { link }) => mailEmailChangeAsked(services, String(link)),
    attempts: 10,
  },
  mail_parting: { perform: (services, { mail }) => mailPartingWord(services, String(mail)), attempts: 10 },
  mail_data_request: {
    perform: (services, { request }) => mailDataRequest(services, String(request)),
    attempts: 5,
  },
  mail_data_refusal: {
    perform: (services, { request }) => mailDataRefusal(services, String(request)),
    attempts: 10,
  },
  erase_order: { perform: (services, { orderId }) => eraseDueOrder(services, Number(orderId)), attempts: 10 },
  detach_card: {
    perform: (services, { paymentMethodId }) => detachCard(services, String(paymentMethodId)),
    attempts: 40,
  },
  forget_customer: {
    perform: (services, { customerId }) => forgetCustomer(services, String(customerId)),
    attempts: 40,
  },
  record_purchase: {
    perform: (services, { orderId }) => recordPurchase(services, Number(orderId)),
    attempts: 3,
  },
  // A verifier that is down for a night is asked again the next day; after that a person must look.
  verify_address: {
    perform: (services, { orderId }) => verifyAddressAgain(services, Number(orderId)),
    attempts: 40,
  },
  import_picture: { perform: importPicture, attempts: 3 },
  // Somebody's money: tried for about two days before a person must do it by hand.
  refund_payment: {
    perform: (services, { paymentId }) => refundPayment(services, Number(paymentId)),
    attempts: 60,
  },
  refund_part: {
    perform: (services, { refundId }) => refundPart(services, Number(refundId)),
    attempts: 60,
  },
}
