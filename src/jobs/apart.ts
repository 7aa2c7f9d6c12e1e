import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Config } from '../config/config.ts'

export type JobCall = { kind: string; payload: unknown }

/** @throws with what the process said, if it failed or was stopped */
export type RunApart = (call: JobCall, deadlineMs: number) => Promise<void>

const SCRIPT = '.build/job-process.js'
const MAX_OUTPUT_LENGTH = 500
const LOWER_PRIORITY = 5

/** Null for a database in memory, which only this process can see. */
export const runningApart = ({ databasePath }: Pick<Config, 'databasePath'>): RunApart | null =>
  databasePath === ':memory:' ? null : runInProcess

/** Its stdin stays open as long as this process lives, so that it notices if we are killed. */
function runInProcess(call: JobCall, deadlineMs: number): Promise<void> {
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(call)], {
    stdio: ['pipe', 'inherit', 'pipe'],
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
  })
  yieldToPages(child.pid)
  let output = ''
  return new Promise((resolve, reject) => {
    child.once('error', reject) // before anything else: without free file handles it has no output
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(output.trim() || `its process ended (${signal ?? code})`))
    })
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(0, MAX_OUTPUT_LENGTH)
    })
  })
}

function yieldToPages(pid: number | undefined) {
  try {
    if (pid !== undefined) setPriority(pid, LOWER_PRIORITY)
  } catch {
    // It has ended already, or the system doesn't let us.
  }
}
