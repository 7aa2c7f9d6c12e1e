import type { Config } from '../config/config.ts'
import { type StreamSource, signStream } from '../web/stream-names.ts'

/** The stream of a variety's stock. It has no version, because stock can return to a value that the page has shown. */
export const stockSource = (config: Config, place: StockSubject): StreamSource => ({
  signedName: signStream(config, { purpose: 'stock', subject: `${place.fcId ?? ''}/${place.slug}` }, null),
})

export type StockSubject = { slug: string; fcId: number | null }

export function parseStockSubject(subject: string): StockSubject {
  const [fcId = '', slug = ''] = subject.split('/')
  return { slug, fcId: fcId === '' ? null : Number(fcId) }
}
