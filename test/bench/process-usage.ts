import { existsSync, readdirSync, readFileSync } from 'node:fs'

/**
 * CPU time used so far by a process and its children, all threads included, in milliseconds; 0 if the kernel doesn't
 * report it. Unlike a rate, it hardly changes when others use the machine too.
 */
export const cpuMs = (pid: number): number =>
  sum(
    family(pid)
      .flatMap(threadsOf)
      .map((thread) => Number(readKernel(`${thread}/schedstat`).split(' ')[0]) / 1e6),
  )

/** Memory of a process and its children in MB: `pss` would be freed with them, `rss` counts shared pages for each. */
export function memoryMb(pid: number): { pss: number; rss: number } | null {
  const rollups = family(pid).map((one) => readKernel(`/proc/${one}/smaps_rollup`))
  const total = (name: string) =>
    sum(rollups.map((text) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0))) / 1024
  const [pss, rss] = [total('Pss'), total('Rss')]
  return pss > 0 ? { pss, rss } : null
}

/** The process first. */
function family(pid: number): number[] {
  const children = threadsOf(pid).flatMap((thread) => readKernel(`${thread}/children`).trim().split(' '))
  return [pid, ...children.filter(Boolean).flatMap((child) => family(Number(child)))]
}

function threadsOf(pid: number): string[] {
  const tasks = `/proc/${pid}/task`
  return existsSync(tasks) ? readdirSync(tasks).map((task) => `${tasks}/${task}`) : []
}

/** Of a file that the kernel writes; empty if it isn't there. A thread may have just ended. */
export function readKernel(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
