import { REFERRAL_CENTS as cents } from '#src/pricing/referral-amounts.ts'
import type { Store } from '../../mails/mail-layout.tsx'
import { creditEarnedMail, invitationMail } from '../../mails/referral-mails.tsx'

export const referralMails = (url: string) => [
  {
    name: 'invitation',
    mail: (store: Store) =>
      invitationMail({
        from: 'Ana',
        subject: 'the chicken I told you about',
        body: 'I buy my meat here, straight from the farms.\nYour first box is $25 less, and I get $25 too.',
        cents,
        url,
        stopUrl: url,
        store: { ...store, address: store.address ?? '1 Demo Lane, Reno, NV 89502' },
      }),
  },
  { name: 'credit-earned', mail: (store: Store) => creditEarnedMail({ cents, rewardsUrl: url, store }) },
]
