import { Worker } from 'node:worker_threads'
import type { Config } from '../config/config.ts'

export type JobCall = { kind: string; payload: unknown }

/** @throws what the job threw, or that it was stopped */
export type RunApart = (call: JobCall, deadlineMs: number) => Promise<void>

const SCRIPT = './.build/job-thread.js'
const MEMORY = { maxOldGenerationSizeMb: 256 }

/** Null for a database in memory, which only this thread can see. */
export const runningApart = ({ databasePath }: Pick<Config, 'databasePath'>): RunApart | null =>
  databasePath === ':memory:' ? null : runInThread

/** Not a process: after a fork, a server stalls while it copies each page of memory that it writes to. */
async function runInThread(call: JobCall, deadlineMs: number) {
  const thread = new Worker(SCRIPT, { workerData: call, resourceLimits: MEMORY })
  const timer = setTimeout(() => void thread.terminate(), deadlineMs)
  let isDone = false
  thread.once('message', () => {
    isDone = true
  })
  try {
    await new Promise<void>((resolve, reject) => {
      thread.once('error', reject)
      thread.once('exit', () => (isDone ? resolve() : reject(new Error('its thread was stopped'))))
    })
  } finally {
    clearTimeout(timer)
  }
}
