import type { Halt } from '#src/orders/arrival-day.ts'
import type { IconName } from '../shared/icon.tsx'
import { STATE_WORDS } from './order-state-labels.ts'

type HaltWords = {
  /** Above the headline. */
  state: string
  /** The page's headline. */
  title: string
  /** The timeline's entry, and what happens next. */
  entry: string
  why: string
  icon: IconName
}

export const HALT_WORDS: Record<Halt, HaltWords> = {
  returned: {
    state: 'Sent back',
    title: 'Your box is on its way back to us',
    entry: 'On its way back to us',
    why: "The carrier is bringing your box back, and we'll make it right.",
    icon: 'undo',
  },
  failed: {
    state: 'Needs you',
    title: "Your box couldn't be delivered",
    entry: "It couldn't be delivered",
    why: "Call us, and we'll reach the driver or send you a new box.",
    icon: 'alert',
  },
  pickup: {
    state: 'Needs you',
    title: 'Your box is ready for pickup',
    entry: 'Ready for pickup',
    why: "The carrier is keeping your box. Please pick it up today, while it's frozen.",
    icon: 'place',
  },
  silent: {
    state: STATE_WORDS.shipped,
    title: "We've asked the carrier about your box",
    entry: 'No news from the carrier',
    why: "We're asking where your box is.",
    icon: 'alert',
  },
  overdue: {
    state: 'Running late',
    title: 'Your box should be here by now',
    entry: 'It should be here by now',
    why: "Ask us, and we'll find out where it is.",
    icon: 'alert',
  },
  delayed: {
    state: 'Running late',
    title: 'Your box is running late',
    entry: 'Running late',
    why: "The carrier hasn't named a new day yet. Your box is packed with dry ice to spare.",
    icon: 'alert',
  },
}
