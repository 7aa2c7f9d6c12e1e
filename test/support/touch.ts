import type { Locator } from 'playwright'

/** Touches the middle of an element, drags `across` pixels to the right (negative: left) and lifts. */
export async function dragFinger(over: Locator, across: number, down = 0) {
  const hand = await over.page().context().newCDPSession(over.page())
  const box = await over.boundingBox()
  if (!box) throw new Error('nothing is in sight to draw a finger over')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const STEPS = 4
  await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  for (let step = 1; step <= STEPS; step++) {
    const at = { x: x + (across * step) / STEPS, y: y + (down * step) / STEPS }
    await hand.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] })
  }
  await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await hand.detach()
}
