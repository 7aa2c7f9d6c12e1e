import { spawn } from 'node:child_process'
import { SECOND_MS } from '../day.ts'

const TIMEOUT_MS = 20 * SECOND_MS
const SCRIPT = 'src/claims/reencode.mjs'

let last: Promise<unknown> = Promise.resolve()

/** One at a time, so that many claims can't fill the memory. @returns null if it can't be read as a picture */
export function reencodePhoto(bytes: Buffer): Promise<Buffer | null> {
  const next = last.then(() => run(bytes))
  last = next.catch(() => null)
  return next
}

/** Upright, at most 1600 pixels wide or high, and without what the camera wrote into it. */
function run(bytes: Buffer): Promise<Buffer | null> {
  const child = spawn(process.execPath, [SCRIPT], { stdio: ['pipe', 'pipe', 'ignore'], env: {} })
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stdin.on('error', () => undefined) // it ended before it read everything
  child.stdin.end(bytes)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve(code === 0 && chunks.length > 0 ? Buffer.concat(chunks) : null)
    })
  })
}
