import type { Checkout } from './checkout.ts'
import type { ShopPlan } from './plan.ts'

/** What a part measures: a shop of one size, served by one checkout. */
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
