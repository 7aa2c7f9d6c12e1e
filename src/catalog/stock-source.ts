import type { Config } from '../config/config.ts'
import { type StreamSource, signStream } from '../web/stream-names.ts'

/** A variety's stock as it is for this place. It may come back to what the page shows, so no version of it is seen. */
export const stockSource = (config: Config, place: StockPlace): StreamSource => ({
  signedName: signStream(config, { purpose: 'stock', subject: `${place.fcId ?? ''}/${place.slug}` }, null),
})

/** A variety, and the center that packs for whoever looks at it; null while that is unknown. */
export type StockPlace = { slug: string; fcId: number | null }

export function readStockPlace(subject: string): StockPlace {
  const [fcId = '', slug = ''] = subject.split('/')
  return { slug, fcId: fcId === '' ? null : Number(fcId) }
}
