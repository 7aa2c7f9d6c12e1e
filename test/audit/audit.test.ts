import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { auditEntries } from '#db/schema/index.ts'
import { brokenEntry, recordAction } from '#src/audit/audit.ts'
import { world } from '../support/world.ts'

const OWNER = { id: 7, name: 'Olive Owner' }

describe('the audit trail', () => {
  test('STF-8 keeps who did what to whom, when and why, and stays intact', async () => {
    const { db } = await shopWithTwoEntries()
    expect(db.select().from(auditEntries).all()).toMatchObject([
      { actorName: 'Olive Owner', verb: 'order.refunded', subjectLabel: 'DW-1', reason: 'Thawed', at: 1 },
      { actorName: 'Command line', verb: 'role.given', detail: { before: null, after: 'staff' }, at: 2 },
    ])
    expect(brokenEntry(db)).toBeNull()
  })

  test('STF-8 no statement can change or delete an entry', async () => {
    const { db } = await shopWithTwoEntries()
    for (const statement of [
      "update audit_entries set reason = 'x' where id = 1",
      'delete from audit_entries',
    ]) {
      const refused = catchError(() => db.run(sql.raw(statement)))
      expect(String(refused.cause)).toContain('the audit trail is append-only')
    }
    expect(brokenEntry(db)).toBeNull()
  })

  test('STF-8 an entry changed by bypassing the triggers is detected', async () => {
    const { db } = await shopWithTwoEntries()
    db.run(sql`drop trigger audit_entries_stay_as_written`)
    db.run(sql`update audit_entries set detail = '{"cents":1}' where id = 1`)
    expect(brokenEntry(db)).toMatchObject({ id: 1 })
  })

  test('STF-8 an entry removed by bypassing the triggers is detected', async () => {
    const { db } = await shopWithTwoEntries()
    db.run(sql`drop trigger audit_entries_stay`)
    db.run(sql`delete from audit_entries where id = 1`)
    expect(brokenEntry(db)).toMatchObject({ id: 2 })
  })
})

async function shopWithTwoEntries() {
  const { db } = await world()
  await durably(db, (tx) => {
    recordAction(tx, {
      actor: OWNER,
      verb: 'order.refunded',
      subject: { kind: 'order', token: 'o1', label: 'DW-1' },
      detail: { cents: 500 },
      reason: 'Thawed',
      now: 1,
    })
    recordAction(tx, {
      actor: null,
      verb: 'role.given',
      subject: { kind: 'person', token: 'u1', label: 'ana@example.com' },
      detail: { before: null, after: 'staff' },
      now: 2,
    })
  })
  return { db }
}

function catchError(attempt: () => void): Error {
  try {
    attempt()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('it was not refused')
}
