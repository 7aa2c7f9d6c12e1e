import { z } from 'zod'
import { durably } from '#db/client.ts'
import { farmNewsMail } from '#views/mails/farm-news.tsx'
import { unsubscribeLinks } from '../accounts/unsubscribe-links.ts'
import { userById } from '../accounts/users.ts'
import { addDays, type Instant } from '../day.ts'
import { dayIn, instantOf, SHOP_ZONE } from '../delivery/zones.ts'
import { attempt } from '../jobs/attempt.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { enqueue } from '../jobs/queue.ts'
import { paths } from '../paths.ts'
import { mailOutcome } from '../providers/mail/mail-outcome.ts'
import type { Mail } from '../providers/mail/mailer.ts'
import type { Services } from '../services.ts'
import {
  claimMail,
  hasNews,
  type NewsItem,
  newsFor,
  nextFollowers,
  noticeOffers,
  releaseMail,
} from './news.ts'

/** Eastern time, which is eight in the morning in the West. */
const HOUR = 11
const PAGE = 200
/** Emails sent in parallel. */
const WIDTH = 8

/** Notices what is new and plans the next morning's mailing. */
export async function tendFarmNews({ db, clock }: Services) {
  const now = clock.now()
  const today = dayIn(SHOP_ZONE, now)
  const day = now < instantOf(today, HOUR, SHOP_ZONE) ? today : addDays(today, 1)
  await durably(db, (tx) => {
    noticeOffers(tx, now)
    if (!hasNews(tx, now)) return
    const runAt = instantOf(day, HOUR, SHOP_ZONE)
    enqueue(tx, mailFarmNews, {}, { key: `farm_news:${day}`, now, runAt })
  })
}

/**
 * One mailing to everyone with news, who had no mail for a week. It can stop anywhere and start again: each person is
 * claimed before their mail leaves, so those who were mailed are skipped.
 */
export const mailFarmNews = job('mail_farm_news', z.object({}), LANES.mailing, async (services) => {
  const { db, clock } = services
  const now = clock.now()
  for (let after = 0; ; ) {
    const people = nextFollowers(db, after, PAGE, now)
    for (let from = 0; from < people.length; from += WIDTH)
      await Promise.all(people.slice(from, from + WIDTH).map((userId) => mailPerson(services, userId, now)))
    const last = people.at(-1)
    if (last === undefined) return
    after = last
  }
})

/** A mail that can't be composed doesn't stop the others. */
async function mailPerson(services: Services, userId: number, now: Instant) {
  let isSending = false
  const one = { failure: 'the farm news of a follower failed', about: { userId }, endsRound: () => isSending }
  await attempt(services, one, async () => {
    const { db } = services
    const news = newsFor(db, userId, now)
    const user = userById(db, userId)
    if (news.length === 0 || !user) return
    const mail = { ...composeNews(services, userId, news), key: `farm_news:${userId}:${now}`, to: user.email }
    const claim = await claimMail(db, userId, now)
    isSending = true
    if (claim) await sendNews(services, userId, mail, claim.before)
  })
}

async function sendNews({ db, mailer, log }: Services, userId: number, mail: Mail, lastMailAt: Instant) {
  try {
    await mailer.send(mail)
  } catch (error) {
    const outcome = mailOutcome(error)
    if (outcome === 'refused') return log.warn({ err: error }, 'a farm news mail was refused')
    if (outcome === 'unsent' || outcome === 'deferred') await releaseMail(db, userId, lastMailAt)
    // Tomorrow's mailing retries it. Throwing here would stop today's for everyone after this person.
    if (outcome === 'deferred') return log.warn({ err: error }, 'a farm news mail was deferred')
    throw error
  }
}

function composeNews(services: Services, userId: number, news: NewsItem[]) {
  const { appUrl, store } = services.config
  const { preferencesUrl, headers } = unsubscribeLinks(services, userId)
  const farmUrl = (slug: string) => appUrl + paths.farm(slug)
  return {
    ...farmNewsMail({ news, farmUrl, farmsUrl: appUrl + paths.shopFarms(), preferencesUrl, store }),
    headers,
  }
}
