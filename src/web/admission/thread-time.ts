type Charge = (milliseconds: number, now: number) => void

let charge: Charge | null = null
let startedAt = 0

/**
 * Charges how long the thread works from now until it returns to the event loop. What follows a wait for the network
 * or a disk is another turn: call it again.
 */
export function chargeTurn(to: Charge) {
  if (charge) endTurn()
  else queueMicrotask(() => process.nextTick(endTurn)) // the tick comes after all microtasks, however many follow
  charge = to
  startedAt = performance.now()
}

function endTurn() {
  const now = performance.now()
  charge?.(now - startedAt, now)
  charge = null
}
