import {
  mailEmailChangeRequested,
  mailPasswordChanged,
  mailPasswordRevoked,
  mailProviderConnected,
} from '../accounts/account-notices.tsx'
import { mailFarewell } from '../accounts/farewell-mails.tsx'
import { mailRoleInvitation } from '../accounts/invitations.tsx'
import { mailRequestedLink } from '../accounts/link-mails.tsx'
import { mailSecondFactor } from '../accounts/second-factor-mails.tsx'
import { recordPurchase } from '../analytics/purchases.ts'
import { importPicture } from '../catalog/import/picture-job.ts'
import { startPrice } from '../catalog/prices.ts'
import { mailBackInStock, mailNowServed } from '../catalog/wait-list-mails.tsx'
import { reverifyAddress } from '../checkout/verify-later.ts'
import { mailClaimAnswered } from '../claims/mails.tsx'
import { mailFarmNews } from '../farms/news-mails.tsx'
import { exportWave } from '../fulfillment/export-job.ts'
import { buyLabels } from '../fulfillment/label-job.ts'
import { mailRecall } from '../fulfillment/recall-mails.tsx'
import { mailShort } from '../fulfillment/short-mail.tsx'
import { mailCardReturned, mailCashRequest } from '../gift-cards/mails.tsx'
import type { RunnableJob } from '../jobs/job.ts'
import { runDue } from '../jobs/worker.ts'
import { mailMembershipBegun } from '../membership/begun-mail.tsx'
import { mailBox } from '../membership/mails.tsx'
import { mailYearly } from '../membership/yearly-mail.tsx'
import { mailAgreementEnded } from '../orders/agreement-mails.tsx'
import { mailDraftLink } from '../orders/draft-mails.tsx'
import { mailGiftCard } from '../orders/gift-card-mails.tsx'
import {
  mailDeliveryChanged,
  mailFinalWeights,
  mailOrderEdited,
  mailReceipt,
  mailReceiptAgain,
  mailWaitingEnded,
} from '../orders/mails.tsx'
import { detachCard, forgetCustomer } from '../payments/account-card-jobs.ts'
import { cancelTestedIntent } from '../payments/card-testing.ts'
import { captureHeld } from '../payments/held-money.ts'
import { mailMoneyReturned } from '../payments/mails.tsx'
import {
  mailOrderRefunded,
  mailRefundFailed,
  mailRefundMade,
  mailRefundReplaced,
} from '../payments/refund-mails.tsx'
import { sendRefund } from '../payments/refunds.ts'
import { eraseDueOrder } from '../privacy/erase-later.ts'
import { mailDataCorrected, mailDataRefusal, mailDataRequest } from '../privacy/mails.tsx'
import { mailCreditEarned, mailInvitation } from '../referrals/mails.tsx'
import { mailReviewDecided } from '../reviews/mails.tsx'
import { mailGiftingQuestion } from '../rewards/mails.tsx'
import type { Services } from '../services.ts'
import { mailShipment } from '../shipping/mails.tsx'
import { makeManifest } from '../shipping/manifests.ts'
import { refundLabel } from '../shipping/void-labels.ts'
import { checkGiftBox } from '../staff/corporate-gifts/check-box.ts'
import { mailGiftPlaced, mailGiftReturned } from '../staff/corporate-gifts/mails.tsx'
import { placeGiftBox } from '../staff/corporate-gifts/place-boxes.ts'
import { writeStaffExport } from '../staff/export-job.ts'
import { mailOpenFlags } from '../staff/mails.tsx'
import { mailAccountsMerged } from '../staff/merge/mails.tsx'
import { mailPartRefunded } from '../staff/orders/mails.tsx'
import { sendText } from '../texts/send-job.ts'
import { holdOrders, liftAlert } from '../weather/alert-jobs.ts'
import { refundUnanswered } from '../weather/answer-job.ts'
import { mailWeatherHold } from '../weather/mails.tsx'

export const JOBS: readonly RunnableJob[] = [
  mailReceipt,
  mailReceiptAgain,
  mailGiftCard,
  mailCardReturned,
  mailCashRequest,
  mailFinalWeights,
  mailDeliveryChanged,
  mailOrderEdited,
  mailWaitingEnded,
  mailShort,
  mailReviewDecided,
  mailShipment,
  mailAgreementEnded,
  mailInvitation,
  mailCreditEarned,
  mailBox,
  mailMembershipBegun,
  mailYearly,
  mailRecall,
  mailMoneyReturned,
  mailRefundMade,
  mailRefundFailed,
  mailRefundReplaced,
  mailOrderRefunded,
  mailPartRefunded,
  mailDraftLink,
  mailGiftingQuestion,
  mailRequestedLink,
  mailPasswordChanged,
  mailPasswordRevoked,
  mailProviderConnected,
  mailEmailChangeRequested,
  mailFarewell,
  mailAccountsMerged,
  mailRoleInvitation,
  mailSecondFactor,
  mailDataRequest,
  mailDataCorrected,
  mailDataRefusal,
  mailOpenFlags,
  eraseDueOrder,
  detachCard,
  forgetCustomer,
  cancelTestedIntent,
  recordPurchase,
  reverifyAddress,
  importPicture,
  startPrice,
  sendRefund,
  captureHeld,
  exportWave,
  holdOrders,
  liftAlert,
  refundUnanswered,
  sendText,
  mailWeatherHold,
  mailClaimAnswered,
  mailBackInStock,
  mailNowServed,
  mailFarmNews,
  buyLabels,
  refundLabel,
  makeManifest,
  writeStaffExport,
  checkGiftBox,
  placeGiftBox,
  mailGiftPlaced,
  mailGiftReturned,
]

export const runDueJobs = (services: Services) => runDue(services, JOBS)
