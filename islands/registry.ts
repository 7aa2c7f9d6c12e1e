import type { CheckoutProps } from './checkout/props.ts'
import type { ProductDetailProps } from './product-detail/props.ts'

/** The islands by name, with what each is handed. `server.ts` draws them all; `client.ts` fetches only its page's. */
export type Islands = { checkout: CheckoutProps; 'product-detail': ProductDetailProps }

export type IslandName = keyof Islands
export type IslandProps<N extends IslandName> = Islands[N]
