import { useEffect } from 'react'
import type { Stage } from './stage.ts'

const announce = (event: string, detail: object) => document.dispatchEvent(new CustomEvent(event, { detail }))

/** For analytics: each step that opens, and when the details of a payment are complete. */
export function useAnnounced(stage: Stage) {
  const { step } = stage
  const payment = stage.step === 'payment' ? stage.payment : null
  const isComplete = payment?.phase === 'entering' && payment.isComplete
  useEffect(() => void announce('checkout-step', { step }), [step])
  useEffect(() => {
    if (isComplete) announce('payment-info', { type: 'card' })
  }, [isComplete])
}
