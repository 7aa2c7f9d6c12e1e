export type Throttle = { call(): void; cancel(): void }

/** Runs on the first call, then at most once per interval; calls in between run once at its end. */
export function throttle(intervalMs: number, act: () => void): Throttle {
  let timer: number | undefined
  let isPending = false

  function startInterval() {
    timer = window.setTimeout(() => {
      timer = undefined
      if (isPending) run()
    }, intervalMs)
  }

  function run() {
    isPending = false
    startInterval()
    act()
  }

  return {
    call() {
      if (timer === undefined) run()
      else isPending = true
    },
    cancel() {
      window.clearTimeout(timer)
      timer = undefined
      isPending = false
    },
  }
}
