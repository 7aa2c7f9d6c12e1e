import { expect, test } from 'vitest'
import { refusalAdvice } from '#views/shared/refusal-page.tsx'

test.each([
  [409, 'reload'],
  [410, 'Links in our emails end'],
  [413, 'smaller files'],
  [422, 'check what you entered'],
])('a page of status %i says what to do about it', (status, words) => {
  expect(refusalAdvice(status)).toContain(words)
  expect(refusalAdvice(status).includes('check what you entered')).toBe(status === 422)
})
