import { Database } from '#db/driver.mjs'
import { DAY_MS } from '#src/day.ts'
import { columnsOf } from './fill-shop.ts'

type Driver = InstanceType<typeof Database>

const A_TRANSACTION = 50_000
/** Spread over this time, so that no retention rule deletes them. */
const AGE_DAYS = 300

/** Adds delivered guest orders, each with three lines, its payment, its money movement and the units it took. */
export function addPastOrders(file: string, count: number) {
  if (count === 0) return
  const db = new Database(file)
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -400000')
  numberOffers(db)
  const statements = adders(db)
  const first = (db.prepare('select max(id) from orders').pluck().get() as number) + 1
  const now = Date.now()
  for (let from = 0; from < count; from += A_TRANSACTION) {
    const bounds = { first: first + from, last: first + Math.min(count, from + A_TRANSACTION) - 1 }
    const spread = { now, step: (AGE_DAYS * DAY_MS) / count, newest: first + count }
    db.transaction(() => {
      statements.orders.run({ ...bounds, ...spread })
      for (const statement of statements.rest) statement.run(bounds)
    })()
  }
  balanceStock(db, { first })
  db.pragma('journal_mode = TRUNCATE')
  db.close()
}

/** Numbered without gaps, so that SQL can give each order different ones. */
function numberOffers(db: Driver) {
  db.exec(`
    create temp table numbered (n integer primary key, offer_id integer, price_cents integer);
    insert into numbered select row_number() over (order by offers.id) - 1, offers.id, offers.price_cents
      from offers join stock on stock.offer_id = offers.id and stock.fc_id = 1 where stock.on_hand >= 1000;`)
}

function adders(db: Driver) {
  const ids = `with recursive ids (id) as (select @first union all select id + 1 from ids where id < @last)`
  const template = db.prepare(`select id from orders where placed_at is not null and fc_id = 1 limit 1`)
  const templateId = Number(template.pluck().get())
  const own = [
    'id',
    'token',
    'identifier',
    'state',
    'session_hash',
    'user_id',
    'email',
    'ship_on',
    'arrival_on',
  ]
  const times = ['placed_at', 'created_at', 'updated_at']
  const others = columnsOf(db, 'orders', [...own, ...times])
  const at = 'cast(@now - @step * (@newest - ids.id) as integer)'
  const day = (later: number) => `date(${at} / 1000, 'unixepoch', '+${later} days')`
  return {
    orders: db.prepare(`${ids}
      insert into orders (${[...own, ...times].join(', ')}, ${others})
      select ids.id, lower(hex(randomblob(11))), 'PAST-' || ids.id, 'delivered', null, null,
        'past' || ids.id || '@example.com', ${day(2)}, ${day(4)}, ${at}, ${at}, ${at}, ${others}
      from ids cross join (select * from orders where id = ${templateId})`),
    rest: [
      db.prepare(`
        insert into order_lines (order_id, offer_id, quantity, price_cents, added_at)
        select orders.id, numbered.offer_id, 1, numbered.price_cents, orders.placed_at
        from orders cross join (select 0 as place union all select 1 union all select 2) places
        join numbered on numbered.n = (orders.id * 31 + places.place * 7) % (select count(*) from numbered)
        where orders.id between @first and @last`),
      db.prepare(`
        insert into payments (order_id, attempt, flow, intent_id, amount_cents, status, received_cents, news_at, heard_at, created_at)
        select id, 1, 'alc-paid', 'pi_past_' || id, total_cents, 'succeeded', total_cents, placed_at, placed_at, placed_at
        from orders where id between @first and @last`),
      db.prepare(`
        insert into money_movements (order_id, kind, amount_cents, reference, at)
        select id, 'charge', total_cents, 'pi_past_' || id, placed_at from orders where id between @first and @last`),
      db.prepare(`
        insert into stock_movements (offer_id, fc_id, delta, reason, order_id, at)
        select offer_id, 1, -quantity, 'sold', order_id, added_at from order_lines where order_id between @first and @last`),
    ],
  }
}

/** Stock movements must add up to the units on hand, so what those orders took is received first. */
function balanceStock(db: Driver, bounds: { first: number }) {
  db.prepare(`
    insert into stock_movements (offer_id, fc_id, delta, reason, note, at)
    select offer_id, 1, -sum(delta), 'received', 'bench', 0 from stock_movements where order_id >= @first
    group by offer_id`).run(bounds)
}
