import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { type PersonalDataRequest, personalDataRequests } from '#db/schema/index.ts'
import { dataCorrectedMail, dataRefusalMail, dataRequestMail } from '#views/mails/privacy-mails.tsx'
import { secretOf } from '../accounts/mailed-links.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { paths } from '../paths.ts'

const REQUEST = z.object({ request: z.string() })

/** Sent whether or not we have data under the address, so that asking reveals nothing. */
export const mailDataRequest = job(
  'mail_data_request',
  REQUEST,
  LANES.linkMail,
  async ({ db, mailer, config }, { request: token }) => {
    const { kind, email, confirmedAt } = requestByToken(db, token)
    if (confirmedAt !== null) return
    const url = config.appUrl + paths.personalData(secretOf(config, token))
    const mail = dataRequestMail({ url, kind, store: config.store })
    await mailer.send({ ...mail, key: `data_request:${token}`, to: email })
  },
)

export const mailDataRefusal = job(
  'mail_data_refusal',
  REQUEST,
  LANES.mail,
  async ({ db, mailer, config }, { request: token }) => {
    const { kind, email, refusal } = requestByToken(db, token)
    const mail = dataRefusalMail({ kind, refusal: refusal ?? '', store: config.store })
    await mailer.send({ ...mail, key: `data_refusal:${token}`, to: email })
  },
)

export const mailDataCorrected = job(
  'mail_data_corrected',
  REQUEST,
  LANES.mail,
  async ({ db, mailer, config }, { request: token }) => {
    const { email } = requestByToken(db, token)
    const mail = dataCorrectedMail({ store: config.store })
    await mailer.send({ ...mail, key: `data_corrected:${token}`, to: email })
  },
)

function requestByToken(db: Db, token: string): PersonalDataRequest {
  const request = db.select().from(personalDataRequests).where(eq(personalDataRequests.token, token)).get()
  if (!request) throw new Error('no personal data request for this job')
  return request
}
