import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import { orders, recallOrders, recallPeople, recalls } from '#db/schema/index.ts'
import { recallMail } from '#views/mails/recall.tsx'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'

/** Tells one person of a recall, and keeps when. */
export const mailRecall = job(
  'mail_recall',
  z.object({ personId: z.number() }),
  LANES.mail,
  async ({ db, mailer, config, clock }, { personId }) => {
    const found = db
      .select({ person: recallPeople, recall: recalls, box: recallOrders, identifier: orders.identifier })
      .from(recallPeople)
      .innerJoin(recalls, eq(recalls.id, recallPeople.recallId))
      .innerJoin(orders, eq(orders.id, recallPeople.orderId))
      .innerJoin(
        recallOrders,
        and(eq(recallOrders.recallId, recallPeople.recallId), eq(recallOrders.orderId, recallPeople.orderId)),
      )
      .where(eq(recallPeople.id, personId))
      .get()
    const { email, sentAt } = found?.person ?? {}
    if (!found || !email || sentAt !== null) return
    const { subject, message } = found.recall
    const mail = recallMail({
      subject,
      message,
      units: found.box.units,
      identifier: found.identifier,
      store: config.store,
    })
    await mailer.send({ ...mail, key: `recall:${personId}`, to: email })
    await durably(
      db,
      (tx) =>
        void tx
          .update(recallPeople)
          .set({ sentAt: clock.now(), toldBy: 'email' })
          .where(eq(recallPeople.id, personId))
          .run(),
    )
  },
)
