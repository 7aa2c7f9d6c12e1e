/** Sells out every ship day of a running shop: `node fill-days.mjs DATABASE`. */
import { Database } from '../../db/driver.mjs'

const db = new Database(process.argv[2], { timeout: 5_000 })
db.prepare('update fulfillment_centers set daily_capacity = 0').run()
db.close()
