import { afterEach, vi } from 'vitest'
import { closePage, fetchFromShop } from './dom-page.ts'

vi.stubGlobal('fetch', fetchFromShop)

afterEach(async () => {
  vi.useRealTimers()
  await closePage()
})
