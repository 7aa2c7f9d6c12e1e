import { beforeAll } from 'vitest'
import { loadScripts } from './dom-page.ts'
import { seededShop } from './world.ts'

// A worker's first page would pay for both within its first test, in the time that test gives the page.
beforeAll(async () => {
  await Promise.all([seededShop(), loadScripts()])
})
