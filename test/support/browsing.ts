import { setTimeout as pause } from 'node:timers/promises'

const PAGES = ['/', '/shop/beef', '/products/grass-fed-ribeye', '/shop?sort=price']
const PAUSE_MS = 20

/** Visits one page after another. @returns the milliseconds each took */
export async function browse(origin: string, goesOn: (seen: number) => boolean): Promise<number[]> {
  const took: number[] = []
  while (goesOn(took.length)) {
    const startedAt = performance.now()
    const page = await fetch(origin + PAGES[took.length % PAGES.length])
    await page.arrayBuffer()
    if (!page.ok) throw new Error(`${page.url} answered ${page.status}`)
    took.push(performance.now() - startedAt)
    await pause(PAUSE_MS)
  }
  return took
}

export async function browseUntil(origin: string, end: Promise<unknown>): Promise<number[]> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  end.then(over, over)
  return browse(origin, () => !isOver)
}

export const p99 = (times: number[]) =>
  Math.round((times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0) * 10) / 10
