import { Database } from '#db/driver.mjs'

/**
 * The least that placing an order can cost: one transaction on the bare driver with three conditional decrements, an
 * order and its three lines. The baseline for the shop's own order.
 */
export function openRawShop(file: string, synchronous: 'NORMAL' | 'FULL') {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma(`synchronous = ${synchronous}`)
  db.exec(`
    create table if not exists shelf (id integer primary key, name text, on_hand integer not null check (on_hand >= 0));
    create table if not exists sales (id integer primary key, token text unique, email text, cents integer, at integer);
    create table if not exists sale_lines (id integer primary key, sale_id integer, shelf_id integer, quantity integer);
  `)
  const shelf = db.prepare('insert or replace into shelf (id, name, on_hand) values (?, ?, 1000000000)')
  db.transaction(() => {
    for (let id = 1; id <= 500; id++) shelf.run(id, `cut ${id}`)
  })()

  const take = db.prepare('update shelf set on_hand = on_hand - ? where id = ? and on_hand >= ?')
  const sell = db.prepare('insert into sales (token, email, cents, at) values (?, ?, ?, ?)')
  const line = db.prepare('insert into sale_lines (sale_id, shelf_id, quantity) values (?, ?, ?)')
  let turn = 0
  const place = db.transaction(() => {
    turn++
    const wanted = [1, 2, 3].map((step) => ((turn * step) % 500) + 1)
    for (const id of wanted) if (take.run(1, id, 1).changes !== 1) throw new Error('sold out')
    const sale = sell.run(`${process.pid}-${process.hrtime.bigint()}`, 'ana@example.com', 15_000, Date.now())
    for (const id of wanted) line.run(sale.lastInsertRowid, id, 1)
    return Number(sale.lastInsertRowid)
  })
  return { place: () => place.immediate(), close: () => void db.close() }
}
