import { z } from 'zod'
import { accountsMergedMail } from '#views/mails/account-mails.tsx'
import { userById } from '../../accounts/users.ts'
import { job } from '../../jobs/job.ts'
import { LANES } from '../../jobs/lanes.ts'
import { paths } from '../../paths.ts'
import { maskedEmail } from './masked-email.ts'

export const mailAccountsMerged = job(
  'mail_accounts_merged',
  z.object({ keptId: z.number(), mergedId: z.number(), to: z.enum(['kept', 'merged']) }),
  LANES.mail,
  async ({ db, mailer, config }, { keptId, mergedId, to }) => {
    const [kept, merged] = [userById(db, keptId), userById(db, mergedId)]
    if (!kept || !merged) return
    const mail = accountsMergedMail({
      isKept: to === 'kept',
      other: maskedEmail(to === 'kept' ? merged.email : kept.email),
      url: config.appUrl + paths.signIn(),
      store: config.store,
    })
    const recipient = to === 'kept' ? kept.email : merged.email
    await mailer.send({ ...mail, key: `accounts_merged:${merged.token}:${to}`, to: recipient })
  },
)
