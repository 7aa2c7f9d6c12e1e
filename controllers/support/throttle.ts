export type Throttle = { ask(): void; cancel(): void }

/** Acts at once, then at most every `intervalMs`; what was asked meanwhile is done once, when the time is up. */
export function throttle(intervalMs: number, act: () => void): Throttle {
  let timer: number | undefined
  let wanted = false

  function rest() {
    timer = window.setTimeout(() => {
      timer = undefined
      if (wanted) go()
    }, intervalMs)
  }

  function go() {
    wanted = false
    rest()
    act()
  }

  return {
    ask() {
      if (timer === undefined) go()
      else wanted = true
    },
    cancel() {
      window.clearTimeout(timer)
      timer = undefined
      wanted = false
    },
  }
}
