import type { Checkout } from './checkout.ts'
import type { ShopPlan } from './plan.ts'

/** The shop that a part measures: its size, and the checkout of the code that serves it. */
export type Stage = {
  checkout: Checkout
  /** The shop's name. */
  name: string
  size: ShopPlan
  /** Stretches or shortens every measurement. */
  pace: number
  profile: boolean
  /** For the parts' files; deleted after the run. */
  folder: string
  /** A fresh copy of the shop's file. */
  copy(): string
  say(text: string): void
}
