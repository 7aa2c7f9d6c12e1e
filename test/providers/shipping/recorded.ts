/** EasyPost's responses as its documentation shows them, including the fields we don't read. */
const times = { created_at: '2026-11-23T16:00:00Z', updated_at: '2026-11-23T16:00:00Z' }

const rate = {
  id: 'rate_recorded',
  object: 'Rate',
  ...times,
  mode: 'test',
  service: 'Ground',
  carrier: 'UPSDAP',
  rate: '13.68',
  currency: 'USD',
  retail_rate: '21.10',
  retail_currency: 'USD',
  list_rate: '15.02',
  list_currency: 'USD',
  billing_type: 'easypost',
  delivery_days: null,
  delivery_date: null,
  delivery_date_guaranteed: false,
  est_delivery_days: 2,
  shipment_id: 'shp_recorded',
  carrier_account_id: 'ca_recorded',
}

export const shipment = {
  id: 'shp_recorded',
  object: 'Shipment',
  mode: 'test',
  ...times,
  reference: null as string | null,
  status: 'unknown',
  tracking_code: null as string | null,
  is_return: false,
  to_address: {},
  from_address: {},
  return_address: {},
  buyer_address: {},
  parcel: { id: 'prcl_recorded', object: 'Parcel', weight: 136.0 },
  options: { label_format: 'PNG' },
  customs_info: null,
  rates: [rate, { ...rate, id: 'rate_other', service: 'NextDayAir', rate: '41.00', est_delivery_days: 1 }],
  selected_rate: null as typeof rate | null,
  postage_label: null as object | null,
  tracker: null as object | null,
  messages: [
    { carrier: 'USPS', carrier_account_id: 'ca_1', type: 'rate_error', message: 'weight over 70 lb' },
    { carrier: 'FedEx', type: 'rate_error', message: { errors: ['shipper: must be set'] } },
  ],
  fees: [],
  insurance: null,
  scan_form: null as object | null,
  refund_status: null as string | null,
  batch_id: null,
  batch_status: null,
  batch_message: null,
  usps_zone: 4,
  forms: [],
}

const bought = {
  status: 'unknown',
  tracking_code: '1Z0000000000000001',
  selected_rate: rate,
  postage_label: {
    id: 'pl_recorded',
    object: 'PostageLabel',
    ...times,
    date_advance: 0,
    integrated_form: 'none',
    label_date: '2026-11-23T20:00:00Z',
    label_epl2_url: null,
    label_file_type: 'image/png',
    label_pdf_url: 'https://files.test/shp_recorded.pdf',
    label_resolution: 300,
    label_size: '4x6',
    label_type: 'default',
    label_url: 'https://files.test/shp_recorded.png',
    label_zpl_url: 'https://files.test/shp_recorded.zpl',
  },
  tracker: { id: 'trk_recorded', object: 'Tracker', status: 'unknown' },
}

const scanForm = {
  id: 'sf_recorded',
  object: 'ScanForm',
  ...times,
  status: 'creating',
  message: null,
  address: {},
  tracking_codes: ['1Z0000000000000001'],
  form_url: null as string | null,
  form_file_type: null,
  batch_id: null,
}

const error = (status: number, code: string, message: string) =>
  Response.json({ error: { code, message, errors: [] } }, { status })

/** Responds to each call as recorded, in the state the earlier calls left. */
export function recordedEasyPost() {
  let now = { ...shipment }
  const files = { pdf: '%PDF-1.7 recorded', zpl: '^XA^XZ' }
  const answers: Record<string, (request: Request, body: string) => Response> = {
    'POST /v2/shipments'(_, body) {
      const { shipment: asked } = JSON.parse(body)
      if (!asked.to_address.street1)
        return Response.json(
          {
            error: {
              code: 'PARAMETER.REQUIRED',
              message: 'Missing required parameter.',
              errors: [{ field: 'to_address.street1', message: 'cannot be blank' }],
            },
          },
          { status: 422 },
        )
      now = { ...shipment, reference: asked.reference }
      return Response.json(now, { status: 201 })
    },
    'GET /v2/shipments/*'(request) {
      const id = new URL(request.url).pathname.split('/').at(-1)
      if (id === now.id || id === now.reference) return Response.json(now)
      return error(404, 'NOT_FOUND', 'The requested resource could not be found.')
    },
    'POST /v2/shipments/*/rerate': () => Response.json(now),
    'POST /v2/shipments/*/buy'(_, body) {
      if (now.postage_label)
        return error(422, 'SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment.')
      if (!now.rates.some(({ id }) => id === JSON.parse(body).rate.id))
        return error(422, 'RATE.UNAVAILABLE', 'The rate requested could not be found.')
      now = { ...now, ...bought }
      return Response.json(now)
    },
    'GET /v2/shipments/*/label': () => Response.json(now),
    'POST /v2/shipments/*/refund'() {
      now = { ...now, refund_status: 'submitted' }
      return Response.json(now)
    },
    'POST /v2/scan_forms'() {
      now = { ...now, scan_form: scanForm }
      return Response.json(scanForm, { status: 201 })
    },
    'GET /v2/scan_forms/*': () =>
      Response.json({ ...scanForm, status: 'created', form_url: 'https://files.test/sf_recorded.pdf' }),
    'GET /v2/webhooks': () =>
      Response.json({
        webhooks: [
          {
            id: 'hook_1',
            object: 'Webhook',
            mode: 'test',
            url: 'https://shop.test/webhooks/shipments',
            disabled_at: null,
          },
        ],
      }),
  }
  return async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { hostname, pathname } = new URL(request.url)
    if (hostname === 'files.test') {
      if (request.headers.has('authorization')) throw new Error('the key went to the file host')
      return new Response(pathname.endsWith('.zpl') ? files.zpl : files.pdf)
    }
    if (request.headers.get('authorization') !== `Basic ${btoa('EZTK_contract:')}`)
      return error(401, 'APIKEY.INACTIVE', 'This API key is not known.')
    const route = `${request.method} ${pathname.replace(/^(\/v2\/\w+\/)[^/]+/, '$1*')}`
    return answers[route]?.(request, await request.text()) ?? error(404, 'NOT_FOUND', 'Not found.')
  }
}
