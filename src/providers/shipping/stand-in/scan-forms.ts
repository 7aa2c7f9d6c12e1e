import { z } from 'zod'
import type { CarrierDeps } from './index.ts'
import { saved } from './shipments.ts'
import { add, load, Refusal, save, timeText, type WireScanForm, type WireShipment } from './wire.ts'

const NewScanForm = z.object({ shipments: z.array(z.object({ id: z.string() })).min(1) })

/** As at EasyPost the answer is a form that is being made; it is ready when it is read. */
export function createScanForm(deps: CarrierDeps, body: unknown): WireScanForm {
  const read = NewScanForm.safeParse(body)
  if (!read.success) throw new Refusal(422, 'PARAMETER.REQUIRED', 'shipments: cannot be blank')
  const shipments = read.data.shipments.map(({ id }) => load(deps, 'shipment', id))
  for (const shipment of shipments) refuseUnfit(shipment)
  const form: WireScanForm = {
    id: deps.newId('sf'),
    object: 'ScanForm',
    status: 'creating',
    message: null,
    tracking_codes: shipments.flatMap(({ tracking_code }) => tracking_code ?? []),
    form_url: null,
    form_file_type: 'application/pdf',
    created_at: timeText(deps.shopNow()),
  }
  add(deps, 'scan_form', form)
  for (const shipment of shipments) saved(deps, { ...shipment, scan_form: form })
  return form
}

function refuseUnfit({ id, postage_label, scan_form, refund_status }: WireShipment) {
  const problem = !postage_label
    ? 'has no postage'
    : scan_form
      ? 'is on another scan form'
      : refund_status
        ? 'was refunded'
        : null
  if (problem) throw new Refusal(422, 'SCAN_FORM.INVALID', `Shipment ${id} ${problem}.`)
}

export function findScanForm(deps: CarrierDeps, id: string): WireScanForm {
  const form = load(deps, 'scan_form', id)
  if (form.status !== 'creating') return form
  const created = { ...form, status: 'created' as const, form_url: `${deps.origin()}/files/${id}.pdf` }
  save(deps, created)
  return created
}
