import { z } from 'zod'
import { durably } from '#db/client.ts'
import { openFlagsMail } from '#views/mails/open-flags.tsx'
import { DAY_MS } from '../day.ts'
import { dayIn, instantOf, SHOP_ZONE } from '../delivery/zones.ts'
import { openFlagCounts } from '../flags/flags.ts'
import { flagKind } from '../flags/kinds.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { enqueue } from '../jobs/queue.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import { OPEN_FLAGS } from './flag-filters.ts'
import { listFlags } from './flags.ts'

/** To the shop's own address, because flags without an owner belong to everyone. */
export const mailOpenFlags = job(
  'mail_open_flags',
  z.object({ day: z.string() }),
  LANES.mail,
  async ({ db, clock, config, mailer }, { day }) => {
    const { flags, total } = listFlags(db, OPEN_FLAGS, 1)
    if (total === 0) return
    const mail = openFlagsMail({
      flags: flags.map(({ flag, order }) => ({
        title: flagKind(flag.kind).title,
        detail: order ? `order ${order.identifier}` : flag.detail,
        createdAt: flag.createdAt,
        dueAt: flag.dueAt,
      })),
      total,
      now: clock.now(),
      url: config.appUrl + paths.staff(),
      store: config.store,
    })
    await mailer.send({ ...mail, key: `open_flags:${day}`, to: config.store.email })
  },
)

const REMINDER_HOUR = 7

/** Once a day, from seven in the morning, while something is open. */
export async function remindOwner({ db, clock }: Services) {
  const now = clock.now()
  const day = dayIn(SHOP_ZONE, now)
  if (now < instantOf(day, REMINDER_HOUR, SHOP_ZONE) || openFlagCounts(db).length === 0) return
  await durably(db, (tx) =>
    enqueue(tx, mailOpenFlags, { day }, { key: `open_flags:${day}`, now, giveUpAt: now + DAY_MS }),
  )
}
