import { dataRefusalMail, dataRequestMail } from '#views/mails/privacy-mails.tsx'
import { secretOf } from '../accounts/mailed-links.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import { requestByToken } from './requests.ts'

/** To the address somebody gave, whether or not anything is kept under it: the answer tells nothing either way. */
export async function mailDataRequest({ db, mailer, config }: Services, token: string) {
  const { kind, email, confirmedAt } = requestByToken(db, token)
  if (confirmedAt !== null) return
  const url = config.appUrl + paths.personalData(secretOf(config, token))
  const mail = dataRequestMail({ url, kind, store: config.store })
  await mailer.send({ ...mail, key: `data_request:${token}`, to: email })
}

export async function mailDataRefusal({ db, mailer, config }: Services, token: string) {
  const { email, refusal } = requestByToken(db, token)
  const mail = dataRefusalMail({ refusal: refusal ?? '', store: config.store })
  await mailer.send({ ...mail, key: `data_refusal:${token}`, to: email })
}
