import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve as absolute } from 'node:path'
import { SECOND_MS } from './day.ts'

const TIMEOUT_MS = 20 * SECOND_MS
const STAYS_MS = 30 * SECOND_MS
const SCRIPT = 'src/picture-process.mjs'

let child: ChildProcess | null = null
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs the `encode` of a script in another process: decoding what strangers send takes time and memory, and may crash.
 * One at a time, so that many pictures can't fill the memory. The process stays a while, because starting one takes
 * longer than most pictures. @returns null if it can't be encoded
 */
export function encodeApart(script: string, options: unknown[], bytes: Buffer): Promise<Buffer | null> {
  const next = last.then(() => encode(script, options, bytes))
  last = next.catch(() => null)
  return next
}

async function encode(script: string, options: unknown[], bytes: Buffer): Promise<Buffer | null> {
  clearTimeout(idle)
  if (!child?.connected) child = startProcess()
  const made = await answerOf(child, { script: absolute(script), options, bytes })
  if (made) idle = setTimeout(end, STAYS_MS).unref()
  else end() // what it couldn't read may have harmed it
  return made
}

function startProcess(): ChildProcess {
  const started = fork(SCRIPT, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    execArgv: [],
  })
  started.unref()
  started.channel?.unref()
  return started
}

function end() {
  child?.kill('SIGKILL')
  child = null
}

type Request = { script: string; options: unknown[]; bytes: Buffer }

async function answerOf(process: ChildProcess, request: Request): Promise<Buffer | null> {
  const timer = setTimeout(() => process.kill('SIGKILL'), TIMEOUT_MS)
  const settled = new AbortController()
  const either = ['message', 'exit'].map((event) => once(process, event, { signal: settled.signal }))
  try {
    process.send(request)
    const [made] = await Promise.race(either)
    return made instanceof Uint8Array ? Buffer.from(made.buffer, made.byteOffset, made.byteLength) : null
  } finally {
    clearTimeout(timer)
    settled.abort()
  }
}
