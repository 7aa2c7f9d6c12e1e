import type { Child } from 'hono/jsx'
import type { Instant } from '#src/day.ts'
import { timeLeft } from '#src/time-left.ts'

type CountdownProps = {
  endsAt: Instant
  /** By the shop's clock. */
  now: Instant
  /** What stands before and after the time and goes with it. */
  before?: Child
  after?: Child
}

/** How long something can still be done; nothing once it cannot. Not for pieces of a page that are kept. */
export function Countdown({ endsAt, now, before, after }: CountdownProps) {
  const leftMs = endsAt - now
  if (leftMs <= 0) return null
  return (
    <span
      data-controller="countdown-timer"
      data-countdown-timer-left-value={String(leftMs)}
      data-action="visibilitychange@document->countdown-timer#tick"
    >
      {before}
      <span class="countdown" role="timer" data-countdown-timer-target="words">
        {timeLeft(leftMs)}
      </span>
      {after}
    </span>
  )
}
