import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const hasTaskset = ['/usr/bin/taskset', '/bin/taskset'].some(existsSync)

export const isPinned = hasTaskset

/** The core of what is measured, and the core of what measures. */
export const SERVED = 0
export const ASKING = 1
/** For what is about threads. */
export const BOTH = '0,1'

export type Process = { pid: number; child: ChildProcess; firstLine: Promise<string>; stop(): Promise<void> }

/** Starts Node on one core, or on those that are listed. Its complaints are ours. */
export function start(core: number | string, args: string[], env: Record<string, string> = {}): Process {
  const [command, ...rest] = hasTaskset
    ? ['taskset', '-c', String(core), process.execPath, ...args]
    : [process.execPath, ...args]
  const child = spawn(command, rest, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    pid: child.pid ?? 0,
    child,
    firstLine: firstLineOf(child),
    async stop() {
      child.kill('SIGTERM')
      const tired = setTimeout(() => child.kill('SIGKILL'), 15_000)
      await gone
      clearTimeout(tired)
    },
  }
}

/** Runs a process to its end. @returns the last line it printed */
export async function finish(
  core: number,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const { child } = start(core, args, env)
  let said = ''
  child.stdout?.on('data', (part: Buffer) => {
    said += part
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return said.trim().split('\n').at(-1) ?? ''
}

/** Moves this process too, so that it does not eat into what it measures. */
export function pinMyself(core: number) {
  if (hasTaskset) spawn('taskset', ['-a', '-c', '-p', String(core), String(process.pid)], { stdio: 'ignore' })
}

/** Memory that would come free with the process, MB; null where the kernel does not tell. */
export function memoryMb(pid: number): number | null {
  const path = `/proc/${pid}/smaps_rollup`
  if (!existsSync(path)) return null
  const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(path, 'utf8'))?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) / 1024
}

/**
 * Processor time that a process has used so far, in milliseconds, all its threads together; 0 where the kernel does not
 * tell. Unlike a rate it hardly changes when others use the machine too.
 */
export function cpuMs(pid: number): number {
  const tasks = `/proc/${pid}/task`
  if (!existsSync(tasks)) return 0
  const nanoseconds = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1e6
}

function firstLineOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (part: Buffer) => resolve(String(part).trim()))
    child.once('exit', (code) => reject(new Error(`a process ended with ${code} before it said anything`)))
  }).then((line) => String(line))
}
