import type { CorporateGiftingContact } from '#db/schema/index.ts'
import { assertDay, DAY_MS } from '#src/day.ts'
import { failureSentence } from '#src/jobs/words.ts'
import { upgradeConsentText } from '#src/orders/recurring-consent.ts'
import {
  changeEmailMail,
  emailChangeAskedMail,
  emailChangedMail,
  magicLinkMail,
  passwordChangedMail,
  passwordEndedMail,
  providerConnectedMail,
  resetPasswordMail,
  welcomeMail,
} from '../../mails/account-mails.tsx'
import { agreementEndedMail } from '../../mails/agreement-ended.tsx'
import { giftingQuestion } from '../../mails/gifting-question.tsx'
import type { Store } from '../../mails/mail-layout.tsx'
import { membershipBegunMail } from '../../mails/membership-begun.tsx'
import { membershipYearMail } from '../../mails/membership-year.tsx'
import { moneyReturnedMail } from '../../mails/money-returned.tsx'
import { openFlagsMail } from '../../mails/open-flags.tsx'
import {
  accountClosedMail,
  dataCorrectedMail,
  dataRefusalMail,
  dataRequestMail,
} from '../../mails/privacy-mails.tsx'
import { recallMail } from '../../mails/recall.tsx'
import { type Mail, receipt } from '../../mails/receipt.tsx'
import { refundFailedMail, refundMadeMail, refundReplacedMail } from '../../mails/refund-mails.tsx'
import { shipmentMail } from '../../mails/shipment-mails.tsx'
import { shortMail } from '../../mails/short.tsx'
import { backInStockMail, nowServedMail } from '../../mails/wait-list-mails.tsx'
import { weatherHoldMail } from '../../mails/weather-hold.tsx'
import { BOX_MAILS } from './box-mails.ts'
import { claimMails } from './claim-mails.ts'
import { corporateGiftMails } from './corporate-gift-mails.ts'
import { deliveryMails, finalWeights, waitingEnded } from './delivery-mails.ts'
import { draftLinkExample } from './draft-link.ts'
import { EDITED_BOX } from './edited-box.ts'
import { farmMails } from './farm-mails.ts'
import { giftCardMails } from './gift-card-mails.ts'
import { ORDER } from './order.ts'
import { orderEndMails, partRefunded } from './order-end-mails.ts'
import { peopleMails } from './people-mails.ts'
import { referralMails } from './referral-mails.ts'
import { reviewMails } from './review-mails.ts'
import { shipmentExamples } from './shipments.tsx'

export type MailExample = { name: string; mail: (store: Store) => Mail }

const URL = 'https://shop.example/a-link-in-this-mail'
const link = { url: URL, minutes: 15, preferencesUrl: `${URL}/preferences`, account: 'june@example.com' }

export const MAILS: MailExample[] = [
  {
    name: 'receipt',
    mail: (store) => receipt({ order: ORDER, now: 0, store, orderUrl: URL, trackingUrl: URL }),
  },
  {
    name: 'order-edited',
    mail: (store) =>
      receipt({ order: ORDER, now: 0, store, orderUrl: URL, trackingUrl: URL, edit: EDITED_BOX }),
  },
  finalWeights(URL),
  ...deliveryMails(URL),
  waitingEnded(URL),
  {
    name: 'membership-begun',
    mail: (store) =>
      membershipBegunMail({
        agreement: {
          words: upgradeConsentText(store.name, 'DW-7K2M9QXP'),
          priceCents: 14_320,
          renewPeriodType: 'four_weeks',
          givenAt: Date.parse('2026-11-20T18:00:00Z'),
        },
        identifier: 'DW-7K2M9QXP',
        nextOn: assertDay('2026-12-17'),
        zone: 'America/Los_Angeles',
        membershipUrl: URL,
        agreementsUrl: URL,
        store,
      }),
  },
  {
    name: 'membership-year',
    mail: (store) =>
      membershipYearMail({
        isPaused: true,
        period: 'four_weeks',
        totalCents: 14_320,
        nextOn: null,
        items: ['2 × Grass-Fed Ribeye, 14 oz', '3 × Ground Beef, 1 lb'],
        membershipUrl: URL,
        agreementsUrl: URL,
        store,
      }),
  },
  {
    name: 'agreement-ended',
    mail: (store) =>
      agreementEndedMail({
        identifier: ORDER.identifier,
        renewPeriodType: 'four_weeks',
        endedAt: ORDER.lockAt,
        zone: ORDER.zone,
        orderUrl: URL,
        store,
      }),
  },
  {
    name: 'back-in-stock',
    mail: (store) =>
      backInStockMail({ ...WAIT_LIST, name: 'Grass-Fed Ribeye', label: '14 oz', priceCents: 2_900, store }),
  },
  { name: 'now-served', mail: (store) => nowServedMail({ ...WAIT_LIST, postalCode: '98101', store }) },
  ...BOX_MAILS,
  { name: 'weather-hold', mail: (store) => weatherHoldMail({ ...WEATHER, store }) },
  {
    name: 'weather-hold-expedited',
    mail: (store) => weatherHoldMail({ ...WEATHER, returnedCents: 1_200, store }),
  },
  {
    name: 'weather-hold-again',
    mail: (store) => weatherHoldMail({ ...WEATHER, answerBy: Date.parse('2026-12-04T22:00:00Z'), store }),
  },
  { name: 'money-returned', mail: (store) => moneyReturnedMail({ ...RETURNED, store }) },
  { name: 'short', mail: (store) => shortMail({ ...SHORT, store }) },
  ...shipmentExamples((facts, store) => shipmentMail({ ...facts, order: ORDER, store })),
  { name: 'recall', mail: (store) => recallMail({ ...RECALL, store }) },
  ...orderEndMails(URL),
  partRefunded(URL),
  draftLinkExample(URL),
  ...claimMails('DW-4K7M2Q', URL),
  ...reviewMails(URL),
  ...peopleMails,
  ...referralMails(URL),
  ...farmMails(URL),
  ...giftCardMails(URL),
  ...corporateGiftMails(URL),
  { name: 'refund-made', mail: (store) => refundMadeMail({ ...REFUND, store }) },
  { name: 'refund-failed', mail: (store) => refundFailedMail({ ...REFUND, store }) },
  {
    name: 'refund-replaced',
    mail: (store) => refundReplacedMail({ ...REFUND, resolution: 'check', store }),
  },
  {
    name: 'gifting-question',
    mail: (store) => giftingQuestion({ contact: CONTACT, giftingUrl: URL, store }),
  },
  { name: 'welcome', mail: (store) => welcomeMail({ ...link, minutes: 1440, store }) },
  { name: 'magic-link', mail: (store) => magicLinkMail({ ...link, store }) },
  { name: 'reset-password', mail: (store) => resetPasswordMail({ ...link, minutes: 60, store }) },
  { name: 'password-ended', mail: (store) => passwordEndedMail({ passwordUrl: URL, store }) },
  { name: 'password-changed', mail: (store) => passwordChangedMail({ resetUrl: URL, store }) },
  {
    name: 'provider-connected',
    mail: (store) => providerConnectedMail({ label: 'Google', accountUrl: URL, store }),
  },
  { name: 'change-email', mail: (store) => changeEmailMail({ ...link, minutes: 1440, store }) },
  {
    name: 'email-change-asked',
    mail: (store) => emailChangeAskedMail({ email: 'june@home.example', resetUrl: URL, store }),
  },
  { name: 'email-changed', mail: (store) => emailChangedMail({ store }) },
  { name: 'data-request-access', mail: (store) => dataRequestMail({ url: URL, kind: 'access', store }) },
  { name: 'data-request-delete', mail: (store) => dataRequestMail({ url: URL, kind: 'delete', store }) },
  { name: 'data-request-correct', mail: (store) => dataRequestMail({ url: URL, kind: 'correct', store }) },
  { name: 'data-corrected', mail: (store) => dataCorrectedMail({ store }) },
  {
    name: 'data-refusal',
    mail: (store) => dataRefusalMail({ kind: 'delete', refusal: 'a refund is still open', store }),
  },
  {
    name: 'open-flags',
    mail: (store) => openFlagsMail({ flags: WAITING, total: 27, now: 3 * DAY_MS, url: URL, store }),
  },
  { name: 'account-closed', mail: (store) => accountClosedMail({ store }) },
]

const SHORT = {
  identifier: 'DW-4K7M2Q',
  what: '1 × Grass-fed ribeye, 14 oz',
  cardCents: 3_720,
  giftCents: 930,
  orderUrl: URL,
}

const WAITING = [
  { title: 'A disputed charge', detail: 'order DW-4K7M2Q', createdAt: DAY_MS, dueAt: 6 * DAY_MS },
  {
    title: "An email didn't go out",
    detail: failureSentence('mail_receipt', ORDER.identifier),
    createdAt: 0,
    dueAt: null,
  },
]

const WAIT_LIST = { earliest: 'Tuesday, November 24', url: URL, leaveUrl: URL }

const WEATHER = {
  identifier: ORDER.identifier,
  title: 'Winter storm',
  wasOn: assertDay('2026-12-03'),
  movedTo: assertDay('2026-12-08'),
  answerBy: null,
  returnedCents: 0,
  zone: ORDER.zone,
  keepUrl: URL,
  cancelUrl: URL,
}

const RECALL = {
  subject: 'Please don’t eat this: a recall of something in your box',
  message:
    'Please don’t eat it, even if it looks and smells fine.\n\nWhy: the seal of some packs is not tight.',
  units: '2 × Grass-Fed Ribeye, 14 oz (lot L-101)',
  identifier: 'DW-4K7M2Q',
}

const REFUND = { identifier: 'DW-4K7M2Q', amountCents: 1_200, resolution: null, orderUrl: URL }

const RETURNED = {
  identifier: 'DW-4K7M2Q',
  amountCents: 9_455,
  reason: 'The last ribeye sold out while your bank was processing the payment.',
  isPlaced: false,
  checkoutUrl: URL,
}

const CONTACT: CorporateGiftingContact = {
  id: 1,
  digest: '',
  name: 'June Okafor',
  email: 'june@example.com',
  company: 'Okafor & Sons',
  phone: '+12065550142',
  quantity: 40,
  message: "One box for each of our people, in the second week of December.\nSome of them don't eat pork.",
  askedAt: Date.parse('2026-11-20T18:00:00Z'),
}
