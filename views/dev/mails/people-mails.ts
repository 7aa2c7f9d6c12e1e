import { SECOND_FACTOR_CHANGES } from '#src/accounts/second-factor-changes.ts'
import { invitationMail, secondFactorMail } from '../../mails/people-mails.tsx'
import type { MailExample } from './index.tsx'

const url = 'https://shop.example/a-link-in-this-mail'

export const peopleMails: MailExample[] = [
  {
    name: 'role-invitation',
    mail: (store) =>
      invitationMail({
        inviter: 'Ruth Abernathy',
        work: 'fulfillment of truckee-meadows',
        url,
        days: 7,
        store,
      }),
  },
  ...SECOND_FACTOR_CHANGES.map((change) => ({
    name: `second-factor-${change.replaceAll('_', '-')}`,
    mail: (store: Parameters<MailExample['mail']>[0]) => secondFactorMail({ change, url, store }),
  })),
]
