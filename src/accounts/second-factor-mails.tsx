import { z } from 'zod'
import { secondFactorMail } from '#views/mails/people-mails.tsx'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { paths } from '../paths.ts'
import { SECOND_FACTOR_CHANGES } from './second-factor-changes.ts'
import { userById } from './users.ts'

export const mailSecondFactor = job(
  'mail_second_factor',
  z.object({ userId: z.number(), change: z.enum(SECOND_FACTOR_CHANGES), key: z.string() }),
  LANES.mail,
  async ({ db, mailer, config }, { userId, change, key }) => {
    const user = userById(db, userId)
    if (!user) return
    const url = config.appUrl + paths.secondFactor()
    await mailer.send({ ...secondFactorMail({ change, url, store: config.store }), key, to: user.email })
  },
)
