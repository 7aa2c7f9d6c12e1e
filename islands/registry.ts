import type { ComponentType } from 'react'
import { Checkout } from './checkout/checkout.tsx'
import type { CheckoutProps } from './checkout/props.ts'

/** The islands by name, with what each is handed. */
export type Islands = { checkout: CheckoutProps }

export type IslandName = keyof Islands
export type IslandProps<N extends IslandName> = Islands[N]

export const components: { [N in IslandName]: ComponentType<Islands[N]> } = { checkout: Checkout }
