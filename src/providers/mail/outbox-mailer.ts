import { sql } from 'drizzle-orm'
import { type Db, durably, oncePerDatabase } from '#db/client.ts'
import { outboxMessages } from '#db/schema/index.ts'
import type { Clock } from '../../clock.ts'
import type { Mailer } from './mailer.ts'

export function outboxMailer(db: Db, clock: Clock): Mailer {
  return {
    send({ to, headers, ...mail }) {
      return durably(db, (tx) => {
        const row = { ...mail, recipient: to, createdAt: clock.now() }
        addStatement(tx).run({ ...row, headers: headers ? JSON.stringify(headers) : null })
      })
    },
  }
}

const placeholder = sql.placeholder

const addStatement = oncePerDatabase((db) =>
  db
    .insert(outboxMessages)
    .values({
      key: placeholder('key'),
      kind: 'email',
      recipient: placeholder('recipient'),
      subject: placeholder('subject'),
      text: placeholder('text'),
      html: placeholder('html'),
      headers: sql`${placeholder('headers')}`, // as text: the column would make null 'null'
      createdAt: placeholder('createdAt'),
    })
    .onConflictDoNothing()
    .prepare(),
)
