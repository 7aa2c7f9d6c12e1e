import { assertDay } from '#src/day.ts'
import { giftPlacedMail, giftReturnedMail } from '../../mails/corporate-gift-mails.tsx'
import type { Store } from '../../mails/mail-layout.tsx'

const ARRIVES = assertDay('2026-12-18')

const BOXES = [
  { to: 'Ana Ruiz, Portland, OR', identifier: 'DW-7K2M9QXP', arrivesOn: ARRIVES, problem: null },
  {
    to: 'Ben Ode, Boise, ID',
    identifier: 'DW-3MX8T2RA',
    arrivesOn: ARRIVES,
    problem: 'That delivery date just filled up.',
  },
]

export const corporateGiftMails = (orderUrl: string) => {
  const gift = { identifier: 'DW-9QH4KD2W', orderUrl }
  return [
    {
      name: 'gift-boxes-placed',
      mail: (store: Store) => giftPlacedMail({ ...gift, boxes: BOXES, store }),
    },
    {
      name: 'gift-boxes-returned',
      mail: (store: Store) => giftReturnedMail({ ...gift, cents: 8_420, store }),
    },
  ]
}
