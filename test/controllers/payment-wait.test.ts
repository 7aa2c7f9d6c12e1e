import { expect, test } from 'vitest'
import { nextStep } from '../../controllers/support/payment-wait.ts'

test('PAY-10 polls again while pending or without a response, succeeds on succeeded, and fails on any other status', () => {
  expect(nextStep('pending')).toBe('again')
  expect(nextStep(null)).toBe('again')
  expect(nextStep('succeeded')).toBe('success')
  for (const word of ['failed', 'refunded', '', 'undefined', 'SUCCEEDED'])
    expect(nextStep(word)).toBe('error')
})
