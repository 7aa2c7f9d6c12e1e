import { type Carrier, CarrierError, type LabelFormat, type Parcel, type PostalAddress } from './carrier.ts'
import { type CallOptions, callEasyPost, fetchFile } from './easypost-calls.ts'
import { LabelUrls, readManifest, readShipment, Webhooks } from './easypost-shapes.ts'

export const EASYPOST_ORIGIN = 'https://api.easypost.com'

const READ_TIMEOUT_MS = 15_000
/** EasyPost asks the carrier meanwhile; its own clients wait as long. */
const BUY_TIMEOUT_MS = 60_000

/** EasyPost's REST API v2, without its package. @param options.apiBase an origin, without /v2 */
export function easyPost(options: CallOptions): Carrier {
  const get = (path: string) => callEasyPost(options, { method: 'GET', path, timeoutMs: READ_TIMEOUT_MS })
  const post = (path: string, body: object, timeoutMs = READ_TIMEOUT_MS) =>
    callEasyPost(options, { method: 'POST', path, body, timeoutMs })
  const at = (id: string) => `/v2/shipments/${encodeURIComponent(id)}`

  return {
    createShipment: async (parcel) =>
      reading(readShipment, await post('/v2/shipments', { shipment: shipmentOf(parcel) }, BUY_TIMEOUT_MS)),
    findShipment: (id) => unlessMissing(async () => reading(readShipment, await get(at(id)))),
    refreshRates: async (id) => reading(readShipment, await post(`${at(id)}/rerate`, {}, BUY_TIMEOUT_MS)),
    buy: async (id, rateId) =>
      reading(readShipment, await post(`${at(id)}/buy`, { rate: { id: rateId } }, BUY_TIMEOUT_MS)),
    refund: async (id) => reading(readShipment, await post(`${at(id)}/refund`, {})),
    async labelFile(id, format) {
      const json = await get(`${at(id)}/label?file_format=${format}`)
      return fetchFile(options, labelUrl(json, format))
    },
    createManifest: async (ids) =>
      reading(readManifest, await post('/v2/scan_forms', { shipments: ids.map((id) => ({ id })) })),
    findManifest: (id) =>
      unlessMissing(async () => reading(readManifest, await get(`/v2/scan_forms/${encodeURIComponent(id)}`))),
    manifestFile: (url) => fetchFile(options, url),
    findTracker: (id) => unlessMissing(() => get(`/v2/trackers/${encodeURIComponent(id)}`)),
    listWebhooks: async () =>
      reading((json) => Webhooks.parse(json), await get('/v2/webhooks')).webhooks.map(
        ({ url, disabled_at }) => ({ url, isDisabled: Boolean(disabled_at) }),
      ),
  }
}

/** The label is ordered as a picture, because only that can be had as PDF and ZPL later. */
const shipmentOf = ({ reference, from, to, ounces, inches, dryIceOunces, shipAt, note }: Parcel) => ({
  reference,
  from_address: addressOf(from),
  to_address: { ...addressOf(to), residential: true },
  parcel: { ...inches, weight: ounces },
  options: {
    label_format: 'PNG',
    label_size: '4x6',
    label_date: shipAt,
    print_custom_1: note,
    ...(dryIceOunces > 0 && { dry_ice: true, dry_ice_weight: String(dryIceOunces) }),
  },
})

const addressOf = (address: PostalAddress) => ({ ...address, country: 'US' })

function labelUrl(json: unknown, format: LabelFormat): string {
  const urls = LabelUrls.safeParse(json).data?.postage_label
  return (format === 'PDF' ? urls?.label_pdf_url : urls?.label_zpl_url) ?? ''
}

/** An answer without the expected shape says nothing about what was done. */
function reading<T>(read: (json: unknown) => T, json: unknown): T {
  try {
    return read(json)
  } catch {
    throw new CarrierError('unknown', 'garbled', 'The carrier answered in a way we do not understand.')
  }
}

async function unlessMissing<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof CarrierError && (error.code === 'status 404' || error.code === 'NOT_FOUND'))
      return null
    throw error
  }
}
