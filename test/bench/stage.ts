import type { Checkout } from './checkout.ts'
import type { ShopPlan } from './plan.ts'

/** A shop of one size, served by one checkout: what a part measures. */
export type Stage = {
  checkout: Checkout
  /** The shop's. */
  name: string
  size: ShopPlan
  /** Stretches or shortens every measurement. */
  pace: number
  profile: boolean
  /** For what the parts write. Goes away with the run. */
  folder: string
  /** A copy of the shop's file that nobody has served yet. */
  copy(): string
  say(text: string): void
}
