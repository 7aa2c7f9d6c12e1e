import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cpus } from 'node:os'

const hasTaskset = ['/usr/bin/taskset', '/bin/taskset'].some(existsSync)

/** Described in words, since figures only compare on the same machine. */
export const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'an unknown processor'}, Node ${process.version}${hasTaskset ? '' : ', not pinned'}`

/** The core of the measured server, and the core of the load generator. */
export const SERVED = 0
export const ASKING = 1
/** For measurements of threads and processes. */
export const BOTH = '0,1'

export type Process = { pid: number; child: ChildProcess; firstLine: Promise<string>; stop(): Promise<void> }

/** No started process outlives this one, however it ends. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

type Settings = { env?: Record<string, string>; folder?: string }

/** Starts Node on one core, or on those listed. Its stderr is ours. */
export function start(core: number | string, args: string[], { env, folder }: Settings = {}): Process {
  const [command, ...rest] = hasTaskset
    ? ['taskset', '-c', String(core), process.execPath, ...args]
    : [process.execPath, ...args]
  const child = spawn(command, rest, {
    cwd: folder ?? process.cwd(),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      running.delete(child)
      resolve()
    })
  })
  const firstLine = firstLineOf(child)
  firstLine.catch(() => undefined) // not every caller awaits it
  return {
    pid: child.pid ?? 0,
    child,
    firstLine,
    async stop() {
      child.kill('SIGTERM')
      const tired = setTimeout(() => child.kill('SIGKILL'), 15_000)
      await gone
      clearTimeout(tired)
    },
  }
}

/** Runs a process to its end. @returns the last line it printed */
export async function finish(core: number, args: string[], settings: Settings = {}): Promise<string> {
  const { child } = start(core, args, settings)
  let said = ''
  child.stdout?.on('data', (part: Buffer) => {
    said += part
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return said.trim().split('\n').at(-1) ?? ''
}

/** Pins the benchmark's own process too, to keep it off the core that it measures. */
export function pinMyself(core: number) {
  if (hasTaskset) spawn('taskset', ['-a', '-c', '-p', String(core), String(process.pid)], { stdio: 'ignore' })
}

function firstLineOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (part: Buffer) => resolve(String(part).trim()))
    child.once('exit', (code) => reject(new Error(`a process ended with ${code} before it said anything`)))
  })
}
