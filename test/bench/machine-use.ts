import { totalmem } from 'node:os'
import { cpuMs, memoryMb, readKernel } from './process-usage.ts'

/** How much of the machine was in use between two moments; shares from 0 to 1, and 0 where the kernel tells nothing. */
export function watchMachine(pid: number, cores: { server: number[]; asking: number[] }) {
  const began = { ...readings(), at: performance.now(), cpu: cpuMs(pid) }
  return () => {
    const ended = readings()
    const busy = (which: number[]) => {
      const spent = (key: 'busy' | 'all') =>
        which.reduce((sum, core) => sum + (ended[key][core] ?? 0) - (began[key][core] ?? 0), 0)
      return spent('busy') / Math.max(1, spent('all'))
    }
    const elapsedMs = performance.now() - began.at
    return {
      serverBusy: busy(cores.server),
      serverOwn: (cpuMs(pid) - began.cpu) / elapsedMs / cores.server.length,
      askingBusy: busy(cores.asking),
      diskWait: (ended.diskWaitUs - began.diskWaitUs) / (elapsedMs * 1000),
      memory: ((memoryMb(pid)?.pss ?? 0) * 2 ** 20) / totalmem(),
    }
  }
}

/** Per core, in the kernel's ticks. */
function readings() {
  const cores = [...readKernel('/proc/stat').matchAll(/^cpu\d+ (.+)$/gm)].map(([, ticks = '']) =>
    ticks.split(' ').map(Number),
  )
  const all = cores.map((ticks) => ticks.reduce((sum, count) => sum + count, 0))
  const idle = cores.map(([, , , idle = 0, waiting = 0]) => idle + waiting)
  return {
    all,
    busy: all.map((ticks, core) => ticks - (idle[core] ?? 0)),
    diskWaitUs: Number(/^some .*total=(\d+)/m.exec(readKernel('/proc/pressure/io'))?.[1] ?? 0),
  }
}
