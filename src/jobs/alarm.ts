/** Sleeps until it is woken, or for so long at most. */
export function createAlarm() {
  let isRinging = false
  let end = () => {}
  return {
    /** From here on, a call of `wake` ends the next sleep at once. */
    set() {
      isRinging = false
    },
    wake() {
      isRinging = true
      end()
    },
    sleep(milliseconds: number): Promise<void> {
      if (isRinging) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = setTimeout(() => end(), milliseconds)
        end = () => {
          clearTimeout(timer)
          end = () => {}
          resolve()
        }
      })
    },
  }
}
