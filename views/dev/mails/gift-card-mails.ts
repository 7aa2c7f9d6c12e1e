import {
  cardsReceipt,
  cashRequestMail,
  giftCardMail,
  giftCardReturnedMail,
  giftCardToPrintMail,
} from '../../mails/gift-card-mails.tsx'
import type { Store } from '../../mails/mail-layout.tsx'
import { ORDER } from './order.ts'

const CODE = 'K7QM-2XPD-9HTR-WBNC'
const VISA = { brand: 'visa', last4: '4242' }

export const giftCardMails = (url: string) => {
  const card = { cents: 10_000, code: CODE, printUrl: url, balanceUrl: url }
  return [
    {
      name: 'gift-card',
      mail: (store: Store) =>
        giftCardMail({ ...card, message: 'For the grill you finally built.\nSave me a seat!', store }),
    },
    {
      name: 'gift-card-to-print',
      mail: (store: Store) => giftCardToPrintMail({ ...card, message: '', store }),
    },
    {
      name: 'gift-card-returned',
      mail: (store: Store) =>
        giftCardReturnedMail({
          cents: 10_000,
          cardCents: 10_000,
          identifier: 'DW-7K2M9QXP',
          card: VISA,
          orderUrl: url,
          store,
        }),
    },
    {
      name: 'cash-request',
      mail: (store: Store) =>
        cashRequestMail({ email: 'jo@example.com', cents: 1_240, flagsUrl: url, store }),
    },
    {
      name: 'gift-card-receipt',
      mail: (store: Store) => cardsReceipt({ order: CARDS_ORDER, orderUrl: url, store }),
    },
  ]
}

const CARDS_ORDER = {
  ...ORDER,
  lines: [
    {
      name: 'Gift card',
      label: '$100.00',
      slug: '',
      farm: 'By email to rosa@example.com',
      vendor: '',
      quantity: 1,
      totalCents: 10_000,
      byWeight: null,
      picture: null,
      isGiftCard: true,
    },
  ],
  totals: { ...ORDER.totals, itemsCents: 0, boughtCardsCents: 10_000, totalCents: 10_000 },
}
