import { format } from 'node:util'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { beginTest, closeWhatIsOpen, endTest } from './close-afterwards.ts'

// A stray console warning is a bug: it fails the test that caused it.
const complaints: string[] = []
for (const level of ['error', 'warn'] as const) {
  vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
    complaints.push(format(...words))
  })
}

beforeEach(beginTest)
afterEach(endTest)

afterEach(() => {
  const heard = complaints.splice(0)
  if (heard.length > 0) throw new Error(`something was written to the console: ${heard.join('\n')}`)
})

// A worker's files share its modules and globals: none may leave its clock, stubs or databases to the next.
afterAll(() => {
  closeWhatIsOpen()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
