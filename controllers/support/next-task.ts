/** Lets input and painting go first. A hidden page has neither. */
export async function nextTask() {
  if (document.hidden) return
  if ('scheduler' in window) await window.scheduler.yield()
  else await message() // Safari
}

/** Unlike a timer, it comes at once. */
const message = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
