import { beforeAll } from 'vitest'
import { loadScripts } from './dom-page.ts'
import { seededShop } from './world.ts'

// Otherwise a worker's first test would pay for both within its own timeout.
beforeAll(async () => {
  await Promise.all([seededShop(), loadScripts()])
})
