export const tables = `
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
