import type { CheckoutProps } from './checkout/props.ts'
import type { ExportDialogProps } from './export-dialog/props.ts'
import type { ProductDetailProps } from './product-detail/props.ts'

/** The props of each island. `server.ts` renders all of them; `client.ts` fetches only the page's own. */
export type Islands = {
  checkout: CheckoutProps
  'product-detail': ProductDetailProps
  'export-dialog': ExportDialogProps
}

export type IslandName = keyof Islands
export type IslandProps<N extends IslandName> = Islands[N]
