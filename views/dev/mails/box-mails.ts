import { assertDay } from '#src/day.ts'
import { BOX_MAIL_KINDS, type BoxMailKind, membershipBoxMail } from '../../mails/membership-box.tsx'
import type { MailExample } from './index.tsx'

const BOX = {
  totalCents: 14_320,
  previousCents: 13_900,
  againAt: Date.parse('2026-12-12T14:00:00-08:00'),
  arrivalOn: assertDay('2026-12-17'),
  lockAt: Date.parse('2026-12-14T14:00:00-08:00'),
  chargeAt: Date.parse('2026-12-14T13:30:00-08:00'),
  zone: 'America/Los_Angeles',
  period: 'four_weeks' as const,
  items: ['2 × Grass-Fed Ribeye, 14 oz', '3 × Ground Beef, 1 lb'],
  freeItem: { name: 'Maple-Smoked Bacon', label: '12 oz' },
  card: 'Visa ending in 4242',
  trouble: null,
  paidCents: null,
  pausesNext: false,
  membershipUrl: 'https://droveway.example/account/subscriptions',
  agreementsUrl: 'https://droveway.example/account/agreements',
  cardsUrl: 'https://droveway.example/account/subscriptions#cards_0123456789abcdefghijkl',
  payUrl: 'https://droveway.example/checkout/0123456789abcdefghijkl',
}

const SENTENCES: Partial<Record<BoxMailKind, string[]>> = {
  changed: ['Ribeye is sold out, so you get Devon Ribeye from Old Yoke Farm for the same price or less.'],
  gone: ['Ribeye is sold out.', 'That left your box below our $49 minimum.'],
}

/** One for each thing that may happen to a membership's box. */
export const BOX_MAILS: MailExample[] = BOX_MAIL_KINDS.map((kind) => ({
  name: `box-${kind.replaceAll('_', '-')}`,
  mail: (store) => membershipBoxMail({ ...BOX, kind, sentences: SENTENCES[kind], store }),
}))
