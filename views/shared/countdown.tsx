import type { Child } from 'hono/jsx'
import type { Instant } from '#src/day.ts'
import { timeLeft } from '#src/time-left.ts'

type CountdownProps = {
  endsAt: Instant
  now: Instant
  /** Shown, and hidden, together with the time. */
  before?: Child
  after?: Child
}

/** The time left, or nothing once it is up. Not for cached fragments. */
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
