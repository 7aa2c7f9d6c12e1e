import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createCounters } from './counters.ts'
import { createDialog, type Dialog, type Message, type Notice, type Question } from './dialog.ts'
import { createRestarts } from './restarts.ts'

/**
 * Serves one shop with several processes. The supervisor has the port and hands each connection to the next process;
 * it opens no database and renders nothing. What all processes must agree on is in the database, or counted here.
 */

const SERVER = '.build/server.js'
const METRICS_TIMEOUT_MS = 1_000
/** Longer than a process takes to stop by itself. */
const STOP_TIMEOUT_MS = 15_000
/** A terminal or systemd signals all processes at once, and one may end before the supervisor has heard. */
const PAUSE_AFTER_STOP_MS = 1_000

type ServerProcess = { worker: Worker; dialog: Dialog; startedAt: number; isServing: boolean }

export function supervise(count: number, log: Logger) {
  const processes = new Set<ServerProcess>()
  const countFor = createCounters()
  const restarts = createRestarts()
  let phase: 'preparing' | 'starting' | 'open' | 'stopping' = 'preparing'
  let exitCode = 0

  cluster.setupPrimary({ exec: SERVER, args: process.argv.slice(2) })
  start()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)

  function start() {
    const worker = cluster.fork()
    const dialog = createDialog({
      // Fails only when the process is gone, which its exit tells.
      send: (message) => void worker.send(message, () => undefined),
      answer: (question) => answer(question, started),
      heed: (notice) => heed(notice, started),
    })
    const started: ServerProcess = { worker, dialog, startedAt: performance.now(), isServing: false }
    processes.add(started)
    worker.on('message', (message: Message) => dialog.receive(message))
    worker.once('exit', (code, signal) => replace(started, code, signal))
  }

  function heed(notice: Notice, from: ServerProcess) {
    if (notice !== 'serving') return
    from.isServing = true
    if (phase === 'preparing') {
      phase = 'starting'
      for (let more = 1; more < count; more++) start()
    }
    if (phase === 'open') from.dialog.tell('open')
    if (phase === 'starting' && servingCount() === count) open()
  }

  const servingCount = () => [...processes].filter(({ isServing }) => isServing).length

  function open() {
    phase = 'open'
    for (const { dialog } of processes) dialog.tell('open')
  }

  function answer(question: Question, from: ServerProcess): Promise<unknown> {
    if (question.about === 'count') return countFor(question.call)
    return metricsOf([...processes].filter((each) => each !== from && each.isServing))
  }

  function replace(ended: ServerProcess, code: number | null, signal: string | null) {
    processes.delete(ended)
    const wasStopped = code === 0 || (phase === 'stopping' && !ended.isServing && signal === 'SIGTERM')
    if (phase === 'stopping') {
      if (!wasStopped) exitCode = 1
      if (processes.size === 0) process.exit(exitCode)
      return
    }
    if (phase === 'preparing') process.exit(code || 1)
    const { pid } = ended.worker.process
    const pauseMs = wasStopped
      ? PAUSE_AFTER_STOP_MS
      : restarts.pauseAfter(performance.now() - ended.startedAt)
    const level = wasStopped ? 'warn' : 'error'
    log[level]({ pid, code, signal, pauseMs }, 'a process of the shop ended; another takes its place')
    setTimeout(() => phase !== 'stopping' && start(), pauseMs)
  }

  /** By a notice: a second signal, after the one that a terminal or systemd sends to all, would cut requests off. */
  function stop() {
    phase = 'stopping'
    if (processes.size === 0) process.exit(exitCode)
    for (const { worker, dialog, isServing } of processes) {
      if (isServing) dialog.tell('stop')
      else worker.process.kill('SIGTERM')
    }
    setTimeout(() => {
      for (const { worker } of processes) worker.process.kill('SIGKILL')
    }, STOP_TIMEOUT_MS).unref()
  }
}

/** A process that is busy or dying is left out. */
async function metricsOf(processes: ServerProcess[]): Promise<unknown[]> {
  const answers = await Promise.all(
    processes.map(({ dialog }) =>
      Promise.race([dialog.ask({ about: 'metrics' }), pause(METRICS_TIMEOUT_MS, null)]),
    ),
  )
  return answers.filter((metrics) => metrics !== null)
}
