import { Worker } from 'node:worker_threads'

const SCRIPT = './.build/checkpoint-thread.js'
/** It keeps no more than a timer and a connection. */
const MEMORY = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

/**
 * Copies what was written from the log into the database file, in a thread of its own: with the syncs that it takes,
 * a commit that did it would hold up every visitor for tens of milliseconds.
 * @param onProblem hears why a copy failed, once for each reason; it's tried again either way
 */
export function startCheckpoints(file: string, onProblem: (reason: string) => void) {
  const thread = new Worker(SCRIPT, { workerData: file, resourceLimits: MEMORY })
  const ended = new Promise((resolve) => thread.once('exit', resolve))
  thread.on('message', onProblem)
  thread.on('error', (error) => onProblem(String(error)))
  thread.unref()
  return {
    async stop() {
      thread.ref()
      thread.postMessage('stop')
      await ended
    },
  }
}
