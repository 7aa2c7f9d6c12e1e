import { Database } from '#db/driver.mjs'
import { random } from '#src/tokens.ts'

type Driver = InstanceType<typeof Database>

const OFFERS_PER_VARIETY = 4
const FIRST_CENTER = 1
const UNITS = 1_000_000
const DAILY_CAPACITY = 10_000_000
/** Demo offers with fewer units are meant to look sold out. */
const WELL_STOCKED = 20
const A_TRANSACTION = 20_000

/** Grows the demo shop to the wanted size in large transactions. The schema's triggers run as for any write. */
export function fillShop(file: string, { offers }: { offers: number }) {
  const db = new Database(file)
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -200000')
  db.function('random_token', () => random.token())
  addPlenty(db)
  addOffers(db, offers)
  db.pragma('journal_mode = TRUNCATE')
  db.close()
}

/** The benchmark must not sell anything out or fill a ship day. */
function addPlenty(db: Driver) {
  db.transaction(() => {
    db.prepare('update fulfillment_centers set daily_capacity = ?').run(DAILY_CAPACITY)
    db.prepare(
      `insert into stock_movements (offer_id, fc_id, delta, reason, note, at)
       select offer_id, fc_id, ?, 'received', 'bench', ? from stock where fc_id = ? and on_hand >= ?`,
    ).run(UNITS, Date.now(), FIRST_CENTER, WELL_STOCKED)
    db.prepare('update stock set on_hand = on_hand + ? where fc_id = ? and on_hand >= ?').run(
      UNITS,
      FIRST_CENTER,
      WELL_STOCKED,
    )
  })()
}

/** Copies the demo's varieties, so that rows are as wide as real ones. */
function addOffers(db: Driver, wanted: number) {
  const there = db.prepare('select count(*) from offers').pluck().get() as number
  const templates = db
    .prepare('select id from varieties where hidden = 0 order by id')
    .pluck()
    .all() as number[]
  const add = varietyAdder(db)
  const varieties = Math.ceil(Math.max(0, wanted - there) / OFFERS_PER_VARIETY)
  inBatches(db, varieties, A_TRANSACTION / OFFERS_PER_VARIETY, (index) => {
    add(templates[index % templates.length] ?? 0, index)
  })
}

function varietyAdder(db: Driver) {
  const others = columnsOf(db, 'varieties', ['id', 'slug', 'family', 'name', 'featured_rank'])
  const addVariety = db.prepare(
    `insert into varieties (slug, family, name, featured_rank, ${others})
     select ?, ?, name || ' no. ' || ?, 1000, ${others} from varieties where id = ?`,
  )
  const addOffer = db.prepare(
    `insert into offers (token, variety_id, label, serves, weight_grams, price_cents, position)
     values (random_token(), ?, ?, '2', ?, ?, ?)`,
  )
  const receive = db.prepare('insert into stock (offer_id, fc_id, on_hand) values (?, ?, ?)')
  const log = db.prepare(
    `insert into stock_movements (offer_id, fc_id, delta, reason, note, at) values (?, ?, ?, 'received', 'bench', ?)`,
  )
  return (template: number, index: number) => {
    const slug = `bench-${index}`
    const variety = addVariety.run(slug, slug, index, template).lastInsertRowid
    for (let position = 0; position < OFFERS_PER_VARIETY; position++) {
      const grams = 300 * (position + 1)
      const cents = 5_500 + 900 * position
      const offer = addOffer.run(variety, `${grams} g`, grams, cents, position).lastInsertRowid
      receive.run(offer, FIRST_CENTER, UNITS)
      log.run(offer, FIRST_CENTER, UNITS, Date.now())
    }
  }
}

/** A table's columns except `but`, as SQL. */
export const columnsOf = (db: Driver, table: string, but: string[]): string =>
  (db.pragma(`table_info(${table})`) as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => !but.includes(name))
    .join(', ')

function inBatches(db: Driver, count: number, size: number, work: (index: number) => void) {
  for (let from = 0; from < count; from += size) {
    db.transaction(() => {
      for (let index = from; index < Math.min(count, from + size); index++) work(index)
    })()
  }
}
