import { recordPurchase } from '../analytics/purchases.ts'
import { importPicture } from '../catalog/import/picture-job.ts'
import { verifyAddressAgain } from '../checkout/verify-later.ts'
import { mailGiftingQuestion, mailMoneyReturned, mailReceipt } from '../notifications/mails.tsx'
import { refundPart, refundPayment } from '../payments/refunds.ts'
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
  mail_money_returned: {
    perform: (services, { paymentId }) => mailMoneyReturned(services, Number(paymentId)),
    attempts: 10,
  },
  mail_gifting_question: {
    perform: (services, { contactId }) => mailGiftingQuestion(services, Number(contactId)),
    attempts: 10,
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
