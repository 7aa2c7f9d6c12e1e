import { afterEach, expect, test, vi } from 'vitest'
import { painted } from '#controllers/support/painted.ts'

afterEach(() => vi.unstubAllGlobals())

/** The page as Turbo marks it during a visit, or as the browser loads it. */
const stubPage = (page: { isBusy: boolean; hidden: boolean }) =>
  vi.stubGlobal('document', { ...page, documentElement: { hasAttribute: () => page.isBusy } })

test('SPD-2 an island waits for the first paint of its Turbo visit, but not on a hidden or initially loaded page', async () => {
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
  stubPage({ isBusy: false, hidden: false })
  await painted()
  stubPage({ isBusy: true, hidden: true })
  await painted()

  stubPage({ isBusy: true, hidden: false })
  const steps: string[] = []
  const waiting = painted().then(() => steps.push('hydrated'))
  await new Promise((later) => setTimeout(later))
  expect(steps).toEqual([])
  for (const draw of frames) draw()
  await Promise.resolve()
  expect(steps).toEqual([])
  await waiting
  expect(steps).toEqual(['hydrated'])
})
