import type { Driver } from './store.ts'

/** A Stripe object: its wire form as text, and a note that never leaves the stand-in. */
export type StoredObject = {
  id: string
  kind: string
  json: string
  note: string | null
}

export type Links = {
  customer?: string | null
  paymentIntent?: string | null
  charge?: string | null
  type?: string | null
}

export type ListQuery = Links & {
  types?: string[]
  limit: number
  startingAfter?: string
  endingBefore?: string
  created?: Partial<Record<'gt' | 'gte' | 'lt' | 'lte', number>>
}

export function objects(db: Driver) {
  const find = db.prepare<[string], StoredObject>('SELECT id, kind, json, note FROM objects WHERE id = ?')
  const add =
    db.prepare(`INSERT INTO objects (id, kind, created, json, note, customer, payment_intent, charge, type)
    VALUES (@id, @kind, @created, @json, @note, @customer, @paymentIntent, @charge, @type)`)
  const replace = db.prepare(`UPDATE objects SET json = @json, note = @note, customer = @customer,
    payment_intent = @paymentIntent, charge = @charge, type = @type WHERE id = @id`)
  const count = db.prepare<[string], { n: number }>('SELECT count(*) AS n FROM objects WHERE kind = ?')
  const forgetEvents = db.prepare(`DELETE FROM objects WHERE kind = 'event' AND seq <= (
      SELECT seq FROM objects WHERE kind = 'event' ORDER BY seq DESC LIMIT 1 OFFSET ?
    ) AND id NOT IN (SELECT event_id FROM deliveries)`)
  const noLinks = { customer: null, paymentIntent: null, charge: null, type: null }
  const prepareList = (sql: string) => db.prepare<unknown[], StoredObject>(sql)
  const lists = new Map<string, ReturnType<typeof prepareList>>()

  return {
    find: (id: string) => find.get(id),
    count: (kind: string) => count.get(kind)?.n ?? 0,
    add: (object: StoredObject & { created: number }, links: Links = {}) =>
      void add.run({ ...object, ...noLinks, ...links }),
    replace: (object: Omit<StoredObject, 'kind'>, links: Links = {}) =>
      void replace.run({ ...object, ...noLinks, ...links }),
    /** Newest first, with one row beyond the limit if there are more. */
    list(kind: string, query: ListQuery) {
      const { sql, values } = listSql(kind, query)
      const statement = lists.get(sql) ?? prepareList(sql)
      lists.set(sql, statement)
      return statement.all(...values)
    },
    /** Everything of one kind, newest first: for tests and crash checks. */
    all: (kind: string) =>
      db
        .prepare<[string], StoredObject>(
          'SELECT id, kind, json, note FROM objects WHERE kind = ? ORDER BY seq DESC',
        )
        .all(kind),
    forgetEventsBeyond: (newest: number) => void forgetEvents.run(newest),
  }
}

const seqOf = '(SELECT seq FROM objects WHERE id = ?)'
const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function listSql(kind: string, query: ListQuery) {
  const where = ['kind = ?']
  const values: unknown[] = [kind]
  const and = (sql: string, ...more: unknown[]) => {
    where.push(sql)
    values.push(...more)
  }
  if (query.customer) and('customer = ?', query.customer)
  if (query.paymentIntent) and('payment_intent = ?', query.paymentIntent)
  if (query.charge) and('charge = ?', query.charge)
  if (query.type) and('type = ?', query.type)
  if (query.types?.length) and(`type IN (${query.types.map(() => '?').join(', ')})`, ...query.types)
  for (const [name, sign] of Object.entries(comparisons) as [keyof typeof comparisons, string][]) {
    if (query.created?.[name] !== undefined) and(`created ${sign} ?`, query.created[name])
  }
  if (query.startingAfter) and(`seq < ${seqOf}`, query.startingAfter)
  if (query.endingBefore) and(`seq > ${seqOf}`, query.endingBefore)
  const order = query.endingBefore ? 'ASC' : 'DESC'
  const sql = `SELECT id, kind, json, note FROM objects WHERE ${where.join(' AND ')} ORDER BY seq ${order} LIMIT ?`
  return { sql, values: [...values, query.limit + 1] }
}
