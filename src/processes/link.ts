import cluster from 'node:cluster'
import { createDialog, type Message, type Notice } from './dialog.ts'

/** Whether this process migrates, seeds and sets the clock: the first of several does, and a single one. */
export const isFirst = cluster.worker === undefined || cluster.worker.id === 1

/** How this process reaches its supervisor; null in a shop of one process. */
export const supervisor = cluster.isWorker ? connect() : null

function connect() {
  const acts = new Map<Notice, () => void>()
  let readMetrics = (): Promise<unknown> => Promise.resolve([])
  const dialog = createDialog({
    // Fails only when the supervisor is gone, and then Node ends this process.
    send: (message) => void process.send?.(message, undefined, undefined, () => undefined),
    answer: () => readMetrics(),
    heed: (notice) => acts.get(notice)?.(),
  })
  process.on('message', (message) => dialog.receive(message as Message))
  return {
    ask: dialog.ask,
    tell: dialog.tell,
    on: (notice: Notice, act: () => void) => void acts.set(notice, act),
    offerMetrics(read: () => Promise<unknown>) {
      readMetrics = read
    },
  }
}
