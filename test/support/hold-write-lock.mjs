/** A second process that holds a database file's write lock until it gets SIGTERM. */
import { Database } from '../../db/driver.mjs'

const database = new Database(process.argv[2], { timeout: 10_000 })
database.exec('BEGIN IMMEDIATE')
process.stdout.write('held\n')
const alive = setInterval(() => {}, 1_000)
process.once('SIGTERM', () => {
  database.exec('COMMIT')
  database.close()
  clearInterval(alive)
})
