import { z } from 'zod'
import type { Manifest, Rate, RefundState, Shipment } from './carrier.ts'
import { REFUND_STATES } from './carrier.ts'

/** Dollars as a decimal string, '7.95'. */
const dollars = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,5})?$/)
  .transform((text) => Math.round(Number(text) * 100))

const RateShape = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  rate: dollars,
  delivery_days: z.number().nullish(),
  est_delivery_days: z.number().nullish(),
})

const ShipmentShape = z.object({
  id: z.string().regex(/^shp_\w+$/),
  created_at: z.string(),
  tracking_code: z.string().nullish(),
  rates: z.array(RateShape).nullish(),
  selected_rate: RateShape.nullish(),
  postage_label: z.object({}).nullish(),
  tracker: z.object({ id: z.string() }).nullish(),
  messages: z.array(z.object({ carrier: z.string().nullish(), message: z.unknown().optional() })).nullish(),
  refund_status: z.string().nullish(),
  scan_form: z.object({ id: z.string() }).nullish(),
})

const toRate = ({ id, carrier, service, rate, ...days }: z.infer<typeof RateShape>): Rate => ({
  id,
  carrier,
  service,
  cents: rate,
  days: days.delivery_days ?? days.est_delivery_days ?? null,
})

/** @throws when it is no shipment */
export function readShipment(json: unknown): Shipment {
  const shape = ShipmentShape.parse(json)
  return {
    id: shape.id,
    createdAt: Date.parse(shape.created_at),
    rates: (shape.rates ?? []).map(toRate),
    messages: (shape.messages ?? []).map(({ carrier, message }) =>
      [carrier, wordsOf(message)].filter(Boolean).join(': '),
    ),
    postage: postageOf(shape),
    refund: REFUND_STATES.find((state) => state === shape.refund_status) ?? (null as RefundState | null),
    manifestId: shape.scan_form?.id ?? null,
  }
}

function postageOf({ postage_label, tracking_code, selected_rate, tracker }: z.infer<typeof ShipmentShape>) {
  if (!postage_label || !tracking_code || !selected_rate) return null
  const { carrier, service, rate } = selected_rate
  return { trackingCode: tracking_code, trackerId: tracker?.id ?? null, carrier, service, cents: rate }
}

const ManifestShape = z.object({
  id: z.string(),
  status: z.enum(['creating', 'created', 'failed']),
  message: z.string().nullish(),
  form_url: z.string().nullish(),
})

export function readManifest(json: unknown): Manifest {
  const { id, status, message, form_url } = ManifestShape.parse(json)
  return { id, state: status, message: message ?? '', fileUrl: form_url ?? null }
}

export const LabelUrls = z.object({
  postage_label: z.object({
    label_pdf_url: z.string().nullish(),
    label_zpl_url: z.string().nullish(),
  }),
})

export const Webhooks = z.object({
  webhooks: z.array(z.object({ url: z.string(), disabled_at: z.string().nullish() })),
})

const ErrorShape = z.object({
  error: z.object({
    code: z.string().nullish(),
    message: z.unknown().optional(),
    errors: z.array(z.unknown()).nullish(),
  }),
})

/** What an error says, with the fields it complains of. */
export function readError(json: unknown): { code: string; words: string } {
  const error = ErrorShape.safeParse(json).data?.error
  if (!error) return { code: '', words: '' }
  const details = (error.errors ?? []).map(wordsOf).filter(Boolean)
  return { code: error.code ?? '', words: [wordsOf(error.message), ...details].filter(Boolean).join(' ') }
}

const Detail = z.object({ field: z.string().nullish(), message: z.unknown().optional() })

const MAX_WORDS = 300

/** Messages are strings, lists or objects, by carrier. */
function wordsOf(message: unknown): string {
  if (typeof message === 'string') return message.slice(0, MAX_WORDS)
  if (Array.isArray(message)) return message.map(wordsOf).join(' ').slice(0, MAX_WORDS)
  const detail = Detail.safeParse(message).data
  if (typeof detail?.message !== 'string') return ''
  return (detail.field ? `${detail.field}: ${detail.message}` : detail.message).slice(0, MAX_WORDS)
}
