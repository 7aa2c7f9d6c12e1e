import { type Db, durably } from '#db/client.ts'
import { outboxMessages } from '#db/schema/index.ts'
import type { Clock } from '../../clock.ts'
import type { Mailer } from './mailer.ts'

export function outboxMailer(db: Db, clock: Clock): Mailer {
  return {
    send({ to, ...mail }) {
      return durably(db, (tx) => {
        tx.insert(outboxMessages)
          .values({ ...mail, kind: 'email', recipient: to, createdAt: clock.now() })
          .onConflictDoNothing()
          .run()
      })
    },
  }
}
