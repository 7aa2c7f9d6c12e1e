/** Another process that writes for as long as it likes: holds the write lock of a file until it is asked to end. */
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
