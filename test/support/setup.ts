import { afterAll, afterEach, vi } from 'vitest'
import { closeWhatIsOpen } from './close-after-file.ts'

// A stray complaint is a bug somebody did not look at: it fails the test that made it.
const complaints: string[] = []
for (const level of ['error', 'warn'] as const) {
  vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
    complaints.push(words.map(String).join(' '))
  })
}

afterEach(() => {
  const heard = complaints.splice(0)
  if (heard.length > 0) throw new Error(`the console was complained to: ${heard.join('\n')}`)
})

// The files of a worker share its modules and globals: none leaves its time, stubs or databases to the next.
afterAll(() => {
  closeWhatIsOpen()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
