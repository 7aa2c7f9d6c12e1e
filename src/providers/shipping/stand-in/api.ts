import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { injectFault } from '../../stand-in/faults.ts'
import type { CarrierDeps } from './index.ts'
import { labelZpl } from './label-zpl.ts'
import { createScanForm, findScanForm } from './scan-forms.ts'
import {
  askForFormat,
  buyShipment,
  createShipment,
  findShipment,
  refreshRates,
  refundShipment,
} from './shipments.ts'
import { findTracker } from './trackers.ts'
import { load, Refusal } from './wire.ts'

/** EasyPost's paths, and the files that its answers name. */
export function createCarrierApi(deps: CarrierDeps): Hono {
  const api = new Hono()
  const id = (c: Context) => c.req.param('id') ?? ''
  const call = (work: (c: Context, body: unknown) => unknown) => guarded(deps, work)

  // Without a socket to cut, a dropped connection is a call that throws.
  api.onError((error) => {
    throw error
  })
  api.use('/v2/*', async (c, next) => {
    deps.heard(new URL(c.req.url).origin)
    await next()
  })
  api.post(
    '/v2/shipments',
    call((_, body) => createShipment(deps, body)),
  )
  api.get(
    '/v2/shipments/:id',
    call((c) => findShipment(deps, id(c))),
  )
  api.post(
    '/v2/shipments/:id/rerate',
    call((c) => refreshRates(deps, id(c))),
  )
  api.post(
    '/v2/shipments/:id/buy',
    call((c, body) => buyShipment(deps, id(c), body)),
  )
  api.post(
    '/v2/shipments/:id/refund',
    call((c) => refundShipment(deps, id(c))),
  )
  api.get(
    '/v2/shipments/:id/label',
    call((c) => askForFormat(deps, id(c), c.req.query('file_format') ?? 'PDF')),
  )
  api.post(
    '/v2/scan_forms',
    call((_, body) => createScanForm(deps, body)),
  )
  api.get(
    '/v2/scan_forms/:id',
    call((c) => findScanForm(deps, id(c))),
  )
  api.get(
    '/v2/trackers/:id',
    call((c) => findTracker(deps, id(c))),
  )
  api.get(
    '/v2/webhooks',
    call(() => ({ webhooks: deps.webhooks() })),
  )
  api.get('/files/:name', (c) => sendFile(deps, c))
  api.all('*', (c) => c.json(errorOf('NOT_FOUND', 'The requested resource could not be found.'), 404))
  return api
}

/** Key, faults, one transaction, errors. */
function guarded(deps: CarrierDeps, work: (c: Context, body: unknown) => unknown) {
  return async (c: Context): Promise<Response> => {
    if (!isKey(c.req.header('authorization'), deps.apiKey))
      return c.json(errorOf('APIKEY.INACTIVE', 'This API key is not known.'), 401)
    const fault = deps.control.faultFor(c.req.method, c.req.path)
    const before = fault?.when === 'before' ? await injectFault(c, fault) : null
    if (before) return before
    const answer = perform(
      deps,
      c,
      work,
      c.req.method === 'POST' ? await c.req.json().catch(() => null) : null,
    )
    const after = fault?.when === 'after' ? await injectFault(c, fault) : null
    return after ?? answer
  }
}

function perform(deps: CarrierDeps, c: Context, work: (c: Context, body: unknown) => unknown, body: unknown) {
  try {
    const json = JSON.stringify(deps.store.durably(() => work(c, body)))
    return c.body(json, 200, { 'Content-Type': 'application/json' })
  } catch (error) {
    if (error instanceof Refusal) return c.json(errorOf(error.code, error.message), error.status)
    deps.log?.error({ err: error }, 'embedded carrier failed')
    return c.json(errorOf('INTERNAL_SERVER_ERROR', 'Something went wrong.'), 500)
  }
}

const errorOf = (code: string, message: string) => ({ error: { code, message, errors: [] } })

const digest = (text: string) => createHash('sha256').update(text).digest()

const isKey = (header: string | undefined, apiKey: string) =>
  timingSafeEqual(digest(header ?? ''), digest(`Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`))

async function sendFile(deps: CarrierDeps, c: Context): Promise<Response> {
  const [id = '', type] = (c.req.param('name') ?? '').split('.')
  // Loaded when the first label is drawn: the barcodes are a megabyte of code.
  const { labelPdf, scanFormPdf } = await import('./label-pdf.ts')
  try {
    if (id.startsWith('sf_')) return pdf(c, await scanFormPdf(load(deps, 'scan_form', id)))
    const shipment = load(deps, 'shipment', id)
    if (type === 'zpl') return c.body(labelZpl(shipment), 200, { 'Content-Type': 'text/plain' })
    return pdf(c, await labelPdf(shipment))
  } catch (error) {
    if (error instanceof Refusal) return c.notFound()
    throw error
  }
}

const pdf = (c: Context, bytes: Uint8Array) =>
  c.body(new Uint8Array(bytes).buffer, 200, { 'Content-Type': 'application/pdf' })
