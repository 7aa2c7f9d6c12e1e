import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { offers, varieties, waitListEntries } from '#db/schema/index.ts'
import { backInStockMail, nowServedMail } from '#views/mails/wait-list-mails.tsx'
import type { Config } from '../config/config.ts'
import { formatDay } from '../day.ts'
import { surchargeTerms, termsInFull } from '../delivery/advertised-day.ts'
import { earliestOrReason } from '../delivery/calendar-facts.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import { entryKey } from './wait-list-key.ts'

const Entry = z.object({ entryId: z.number() })

const entryAndOffer = (db: Db, entryId: number) =>
  db
    .select({ entry: waitListEntries, offer: offers, name: varieties.name })
    .from(waitListEntries)
    .innerJoin(offers, eq(offers.id, waitListEntries.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(waitListEntries.id, entryId))
    .get()

/** Skipped for people who left the list before the email leaves. */
export const mailBackInStock = job('mail_back_in_stock', Entry, LANES.mail, async (services, { entryId }) => {
  const { db, config, mailer } = services
  const found = entryAndOffer(db, entryId)
  if (!found) return
  const { entry, offer, name } = found
  const mail = backInStockMail({
    name,
    label: offer.label,
    priceCents: offer.priceCents,
    earliest: earliestWords(services, entry.postalCode),
    url: config.appUrl + paths.backInStock(entryKey(config, entryId)),
    ...leaving(config, entryId),
    store: config.store,
  })
  await send(mailer, mail, {
    config,
    entryId,
    to: entry.email,
    key: `back_in_stock:${entryId}:${entry.toldAt}`,
  })
})

function earliestWords({ db, clock }: Services, postalCode: string | null): string | null {
  if (postalCode === null) return null
  const { earliest } = earliestOrReason(db, postalCode, clock.now())
  return earliest && `${formatDay(earliest.date, 'long')}${termsInFull(surchargeTerms(earliest))}`
}

export const mailNowServed = job('mail_now_served', Entry, LANES.mail, async (services, { entryId }) => {
  const { db, config, mailer } = services
  const entry = db.select().from(waitListEntries).where(eq(waitListEntries.id, entryId)).get()
  if (!entry?.postalCode) return
  const mail = nowServedMail({
    postalCode: entry.postalCode,
    earliest: earliestWords(services, entry.postalCode),
    url: config.appUrl + paths.shop(),
    ...leaving(config, entryId),
    store: config.store,
  })
  await send(mailer, mail, { config, entryId, to: entry.email, key: `now_served:${entryId}` })
})

const leaving = (config: Config, entryId: number) => ({
  leaveUrl: config.appUrl + paths.leaveWaitList(entryKey(config, entryId)),
})

type Sending = { config: Config; entryId: number; to: string; key: string }

/** With the headers by which mail programs unsubscribe in one click (RFC 8058). */
function send(
  mailer: Services['mailer'],
  mail: ReturnType<typeof backInStockMail>,
  { config, entryId, to, key }: Sending,
) {
  const headers = {
    'List-Unsubscribe': `<${leaving(config, entryId).leaveUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return mailer.send({ ...mail, headers, to, key })
}
