import { spawn } from 'node:child_process'
import { SECOND_MS } from '../day.ts'

const TIMEOUT_MS = 20 * SECOND_MS
const SCRIPT = 'src/claims/reencode.mjs'

let last: Promise<unknown> = Promise.resolve()

/** Upright, at most `side` pixels wide or high, and without what the camera wrote into it. @returns null if it can't be read as a picture */
export const reencodePhoto = (bytes: Buffer, { side, quality } = { side: 1600, quality: 76 }) =>
  runPictureScript(SCRIPT, [String(side), String(quality)], bytes)

/** One at a time, so that many pictures can't fill the memory. @returns what it wrote; null if it failed */
export function runPictureScript(script: string, options: string[], bytes: Buffer): Promise<Buffer | null> {
  const next = last.then(() => run(script, options, bytes))
  last = next.catch(() => null)
  return next
}

function run(script: string, options: string[], bytes: Buffer): Promise<Buffer | null> {
  const child = spawn(process.execPath, [script, ...options], { stdio: ['pipe', 'pipe', 'ignore'], env: {} })
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
