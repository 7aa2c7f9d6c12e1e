import { SECOND_FACTOR_CHANGES } from '#src/accounts/second-factor-changes.ts'
import { accountsMergedMail } from '../../mails/account-mails.tsx'
import { invitationMail, secondFactorMail } from '../../mails/people-mails.tsx'
import type { MailExample } from './index.tsx'

const url = 'https://shop.example/a-link-in-this-mail'

export const peopleMails: MailExample[] = [
  {
    name: 'role-invitation',
    mail: (store) =>
      invitationMail({
        inviter: 'Ruth Abernathy',
        work: 'clerk at Truckee Meadows',
        url,
        days: 7,
        store,
      }),
  },
  ...[true, false].map((isKept) => ({
    name: isKept ? 'accounts-merged' : 'accounts-merged-away',
    mail: (store: Parameters<MailExample['mail']>[0]) =>
      accountsMergedMail({ isKept, other: 'j…@example.com', url, store }),
  })),
  ...SECOND_FACTOR_CHANGES.map((change) => ({
    name: `second-factor-${change.replaceAll('_', '-')}`,
    mail: (store: Parameters<MailExample['mail']>[0]) => secondFactorMail({ change, url, store }),
  })),
]
