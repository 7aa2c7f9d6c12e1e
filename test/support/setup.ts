import { afterEach, vi } from 'vitest'

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
