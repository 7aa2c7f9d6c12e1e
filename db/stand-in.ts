import Database from 'better-sqlite3'

/**
 * The payments stand-in keeps its books in a small SQLite file of its own, so that it can stand in for a company
 * that is not ours: nothing in the shop's database can reach it but over HTTP. Several processes may open one file.
 */
export type StandInStore = ReturnType<typeof openStandInStore>

/** One Stripe object: its wire form as text, and a note that never leaves the stand-in. */
export type Kept = {
  id: string
  kind: string
  json: string
  note: string | null
}

/** What lists are filtered by. */
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

/** An answer remembered under an idempotency key; `status` is null while the first request is still running. */
export type Remembered = {
  request: string
  requestId: string
  status: number | null
  body: string
  keptAt: number
}

export type Delivery = { id: number; eventId: string; attempts: number; firstDueAt: number; json: string }

const tables = `
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    created INTEGER NOT NULL,
    json TEXT NOT NULL,
    note TEXT,
    customer TEXT,
    payment_intent TEXT,
    charge TEXT,
    type TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, seq);
  CREATE INDEX IF NOT EXISTS objects_by_customer ON objects (customer, kind) WHERE customer IS NOT NULL;
  CREATE INDEX IF NOT EXISTS objects_by_intent ON objects (payment_intent, kind) WHERE payment_intent IS NOT NULL;
  CREATE INDEX IF NOT EXISTS objects_by_charge ON objects (charge, kind) WHERE charge IS NOT NULL;
  CREATE TABLE IF NOT EXISTS answers (
    key TEXT PRIMARY KEY,
    request TEXT NOT NULL,
    request_id TEXT NOT NULL,
    status INTEGER,
    body TEXT NOT NULL,
    kept_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS answers_by_age ON answers (kept_at);
  CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY,
    event_id TEXT NOT NULL REFERENCES objects (id),
    due_at INTEGER NOT NULL,
    first_due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    held INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (due_at) WHERE held = 0;
  CREATE INDEX IF NOT EXISTS deliveries_by_event ON deliveries (event_id);
  CREATE TABLE IF NOT EXISTS timers (object_id TEXT PRIMARY KEY, due_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`

/** Opens (and makes, the first time) the stand-in's file; `:memory:` for tests. Instants are epoch milliseconds. */
export function openStandInStore(file: string) {
  const db = openFile(file)
  return {
    ...transactions(db),
    ...objects(db),
    ...answers(db),
    ...deliveries(db),
    ...timers(db),
    close: () => db.close(),
  }
}

function openFile(file: string) {
  const db = new Database(file, { timeout: 5_000 })
  useWriteAheadLog(db)
  db.pragma('foreign_keys = ON')
  db.pragma('journal_size_limit = 67108864')
  db.transaction(() => db.exec(tables)).exclusive()
  return db
}

/** The switch to WAL does not wait for other processes that switch at the same moment: the busy timeout is not asked. */
function useWriteAheadLog(db: Database.Database, attemptsLeft = 50) {
  try {
    db.pragma('journal_mode = WAL')
  } catch (error) {
    if (attemptsLeft === 0 || !isBusy(error)) throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    useWriteAheadLog(db, attemptsLeft - 1)
  }
}

const isBusy = (error: unknown) =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')

function transactions(db: Database.Database) {
  const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((sql) =>
    db.prepare(sql),
  ) as [Database.Statement, Database.Statement, Database.Statement]
  let mode = ''
  const run = <T>(synchronous: 'FULL' | 'NORMAL', work: () => T): T => {
    if (mode !== synchronous) db.pragma(`synchronous = ${synchronous}`)
    mode = synchronous
    begin.run()
    try {
      const result = work()
      commit.run()
      return result
    } catch (error) {
      if (db.inTransaction) rollback.run()
      throw error
    }
  }
  return {
    /** For money: survives kill -9 and a power cut once it returns. */
    durably: <T>(work: () => T): T => run('FULL', work),
    /** SQLite's own word for it: 2 is FULL, 1 NORMAL. */
    synchronous: () => db.pragma('synchronous', { simple: true }),
    /** For what may be done twice, such as noting that an event was delivered. */
    quickly: <T>(work: () => T): T => run('NORMAL', work),
  }
}

function objects(db: Database.Database) {
  const find = db.prepare<[string], Kept>('SELECT id, kind, json, note FROM objects WHERE id = ?')
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
  const lists = new Map<string, Database.Statement<unknown[], Kept>>()

  return {
    find: (id: string) => find.get(id),
    count: (kind: string) => count.get(kind)?.n ?? 0,
    add: (kept: Kept & { created: number }, links: Links = {}) =>
      void add.run({ ...kept, ...noLinks, ...links }),
    replace: (kept: Omit<Kept, 'kind'>, links: Links = {}) =>
      void replace.run({ ...kept, ...noLinks, ...links }),
    /** Newest first, one row more than the limit when there are more. */
    list(kind: string, query: ListQuery) {
      const { sql, values } = listSql(kind, query)
      let statement = lists.get(sql)
      if (!statement) lists.set(sql, (statement = db.prepare<unknown[], Kept>(sql)))
      return statement.all(...values)
    },
    /** Every text of one kind, newest first: for counting up in tests and after crashes. */
    all: (kind: string) =>
      db
        .prepare<[string], Kept>('SELECT id, kind, json, note FROM objects WHERE kind = ? ORDER BY seq DESC')
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

function answers(db: Database.Database) {
  const find = db.prepare<[string], Remembered>(
    'SELECT request, request_id AS requestId, status, body, kept_at AS keptAt FROM answers WHERE key = ?',
  )
  const keep = db.prepare(`INSERT OR REPLACE INTO answers (key, request, request_id, status, body, kept_at)
    VALUES (@key, @request, @requestId, @status, @body, @keptAt)`)
  const forget = db.prepare('DELETE FROM answers WHERE key = ?')
  const forgetOld = db.prepare('DELETE FROM answers WHERE kept_at < ?')
  return {
    remembered: (key: string) => find.get(key),
    remember: (key: string, answer: Remembered) => void keep.run({ key, ...answer }),
    forgetAnswer: (key: string) => void forget.run(key),
    forgetAnswersBefore: (at: number) => void forgetOld.run(at),
  }
}

function deliveries(db: Database.Database) {
  const plan = db.prepare('INSERT INTO deliveries (event_id, due_at, first_due_at, held) VALUES (?, ?, ?, ?)')
  // Claiming moves the due time to the end of the lease: a process that dies leaves its deliveries due again, and no
  // second condition (claimed or expired) has to be searched.
  const claim = db.prepare<
    [number, number],
    { id: number; event_id: string; attempts: number; first_due_at: number }
  >(
    `UPDATE deliveries SET due_at = ?, attempts = attempts + 1 WHERE id = (
       SELECT id FROM deliveries WHERE held = 0 AND due_at <= ? ORDER BY due_at, id LIMIT 1
     ) RETURNING id, event_id, attempts, first_due_at`,
  )
  const json = db.prepare<[string], { json: string }>('SELECT json FROM objects WHERE id = ?')
  const done = db.prepare('DELETE FROM deliveries WHERE id = ?')
  const again = db.prepare('UPDATE deliveries SET due_at = ? WHERE id = ?')
  const anyDue = db.prepare<[number], { id: number }>(
    'SELECT id FROM deliveries WHERE held = 0 AND due_at <= ? LIMIT 1',
  )
  const next = db.prepare<[], { at: number | null }>(
    'SELECT min(due_at) AS at FROM deliveries WHERE held = 0',
  )
  const pending = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM deliveries')
  const held = db.prepare<[], { id: number }>('SELECT id FROM deliveries WHERE held = 1 ORDER BY id')
  const release = db.prepare('UPDATE deliveries SET held = 0, due_at = ?, first_due_at = ? WHERE id = ?')
  return {
    planDelivery: (eventId: string, dueAt: number, isHeld: boolean) =>
      void plan.run(eventId, dueAt, dueAt, isHeld ? 1 : 0),
    /** Takes the oldest due delivery for this process until the lease ends; run it inside `quickly`. */
    claimDelivery(now: number, leaseMs: number): Delivery | undefined {
      const row = claim.get(now + leaseMs, now)
      if (!row) return undefined
      const { id, event_id: eventId, attempts, first_due_at: firstDueAt } = row
      return { id, eventId, attempts, firstDueAt, json: json.get(eventId)?.json ?? '' }
    },
    deliveryIsDue: (now: number) => anyDue.get(now) !== undefined,
    nextDeliveryAt: () => next.get()?.at ?? undefined,
    pendingDeliveries: () => pending.get()?.n ?? 0,
    deliveryDone: (id: number) => void done.run(id),
    deliverAgain: (id: number, dueAt: number) => void again.run(dueAt, id),
    heldDeliveries: () => held.all().map(({ id }) => id),
    releaseDelivery: (id: number, dueAt: number) => void release.run(dueAt, dueAt, id),
  }
}

function timers(db: Database.Database) {
  const set = db.prepare('INSERT OR REPLACE INTO timers (object_id, due_at) VALUES (?, ?)')
  const clear = db.prepare('DELETE FROM timers WHERE object_id = ?')
  const due = db.prepare<[number], { id: string }>(
    'SELECT object_id AS id FROM timers WHERE due_at <= ? ORDER BY due_at',
  )
  const next = db.prepare<[], { at: number | null }>('SELECT min(due_at) AS at FROM timers')
  return {
    setTimer: (id: string, dueAt: number) => void set.run(id, dueAt),
    clearTimer: (id: string) => void clear.run(id),
    timersDue: (now: number) => due.all(now).map(({ id }) => id),
    nextTimerAt: () => next.get()?.at ?? undefined,
  }
}
