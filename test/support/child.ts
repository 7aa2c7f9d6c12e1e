import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

export type Process = {
  pid: number
  /** Settles with the exit code or the name of the signal that ended it. */
  exited: Promise<number | string>
  /** The tail of its stdout and stderr, interleaved. */
  output(): string
  kill(signal: NodeJS.Signals): void
  /** Kills it at once, with everything it started. */
  killAll(): void
}

const READY_MS = 120_000
const LOOK_EVERY_MS = 40

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) killGroup(child)
})

/** Each child leads a process group: killing npm alone would leave its server holding our pipes open. */
function killGroup(child: ChildProcess) {
  if (!child.pid || !children.has(child)) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export function start(command: string, args: string[], env: Record<string, string>): Process {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(command, args, {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  children.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-200_000)
    })
  }
  const exited = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => {
      children.delete(child)
      resolve(code ?? signal ?? 'unknown')
    })
  })
  return {
    pid: child.pid ?? 0,
    exited,
    output: () => text,
    kill: (signal) => void child.kill(signal),
    killAll: () => killGroup(child),
  }
}

/** Waits until the URL responds with 2xx. @throws with the output if the process ends first */
export async function untilOk(url: string, started: Process) {
  let ended: number | string | undefined
  void started.exited.then((code) => {
    ended = code
  })
  const giveUpAt = Date.now() + READY_MS
  while (Date.now() < giveUpAt) {
    if (ended !== undefined) throw new Error(`it ended (${ended}) before it was ready:\n${started.output()}`)
    const answer = await fetch(url).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await pause(LOOK_EVERY_MS)
  }
  throw new Error(`${url} was not ready in time:\n${started.output()}`)
}

/** Polls until `isSo`. @throws with `what`, evaluated then, after `patienceMs` */
export async function until(
  what: string | (() => string),
  isSo: () => Promise<boolean> | boolean,
  patienceMs = 120_000,
) {
  const giveUpAt = Date.now() + patienceMs
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error(`never came: ${typeof what === 'string' ? what : what()}`)
    await pause(LOOK_EVERY_MS)
  }
}

/** Stops servers as an operator does, and waits until they've exited. @returns their exit codes */
export function stopAll(...servers: Process[]): Promise<(number | string)[]> {
  for (const server of servers) server.kill('SIGTERM')
  return Promise.all(servers.map((server) => server.exited))
}

/** A process's running children, oldest first. */
export function childrenOf({ pid }: Pick<Process, 'pid'>): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n')
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, parent, state]) => Number(parent) === pid && !state?.startsWith('Z'))
    .map(([child]) => Number(child))
    .sort((one, other) => one - other)
}

/** The errors a server logged, truncated. */
export const errorsOf = (server: Process): string[] =>
  server
    .output()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line))
    .map((line) => line.slice(0, 1_000))
