import { parentPort, workerData } from 'node:worker_threads'
import { Database } from './driver.mjs'

/** A thread of the server (db/checkpoints.ts). Ends at the first message. */
const EVERY_MS = 500

const db = new Database(String(workerData), { fileMustExist: true })
db.pragma('synchronous = FULL')
let lastProblem = ''

const timer = setInterval(() => {
  const problem = problemOfCheckpoint()
  if (problem && problem !== lastProblem) parentPort?.postMessage(problem)
  lastProblem = problem
}, EVERY_MS)

parentPort?.once('message', () => {
  clearInterval(timer)
  db.close()
})

/** Waits for no reader and no writer: what they still need is copied the next time. */
function problemOfCheckpoint(): string {
  try {
    db.pragma('wal_checkpoint(PASSIVE)')
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
