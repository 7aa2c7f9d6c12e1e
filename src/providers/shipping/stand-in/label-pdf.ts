import bwipjs from 'bwip-js/node'
import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib'
import { printable } from './label-text.ts'
import { kilograms, linesOf } from './label-zpl.ts'
import type { WireScanForm, WireShipment } from './wire.ts'

/** Points: 4 × 6 inches. */
const [WIDTH, HEIGHT, MARGIN] = [288, 432, 18]

type Sheet = { page: PDFPage; font: PDFFont; bold: PDFFont }

export async function labelPdf(shipment: WireShipment): Promise<Uint8Array> {
  const { tracking_code, selected_rate, options, from_address, to_address } = shipment
  const { document, sheet } = await newSheet()
  write(sheet, `${selected_rate?.carrier ?? ''} ${selected_rate?.service ?? ''}`, {
    top: 30,
    size: 12,
    isBold: true,
  })
  linesOf(from_address).forEach((line, row) => {
    write(sheet, line, { top: 52 + row * 10, size: 8 })
  })
  linesOf(to_address).forEach((line, row) => {
    write(sheet, line, { top: 125 + row * 18, size: 14, isBold: row === 0 })
  })
  drawBarcode(sheet, tracking_code ?? '', { top: 225, height: 80 })
  write(sheet, tracking_code ?? '', { top: 322, size: 12 })
  write(sheet, options.print_custom_1 ?? '', { top: 350, size: 12, isBold: true })
  if (options.dry_ice_weight)
    write(sheet, `DRY ICE UN1845 ${kilograms(options.dry_ice_weight)} kg`, {
      top: 372,
      size: 12,
      isBold: true,
    })
  write(sheet, `${(shipment.parcel.weight / 16).toFixed(1)} lb`, { top: 392, size: 10 })
  return document.save()
}

export async function scanFormPdf(form: WireScanForm): Promise<Uint8Array> {
  const { document, sheet } = await newSheet()
  write(sheet, 'Manifest', { top: 40, size: 18, isBold: true })
  write(sheet, `${form.tracking_codes.length} parcels`, { top: 62, size: 12 })
  drawBarcode(sheet, form.id.slice(0, 19).toUpperCase(), { top: 90, height: 80 })
  write(sheet, form.id, { top: 190, size: 7 })
  return document.save()
}

async function newSheet() {
  const document = await PDFDocument.create()
  const page = document.addPage([WIDTH, HEIGHT])
  const font = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  return { document, sheet: { page, font, bold } }
}

type Place = { top: number; size: number; isBold?: boolean }

function write({ page, font, bold }: Sheet, text: string, { top, size, isBold }: Place) {
  const line = printable(text).slice(0, 48)
  page.drawText(line, { x: MARGIN, y: HEIGHT - top, size, font: isBold ? bold : font })
}

/** Code 128 as bars and spaces in turn; the quiet zone on both sides is ten times the thinnest bar. */
function drawBarcode({ page }: Sheet, text: string, { top, height }: { top: number; height: number }) {
  const widths = barsOf(text)
  const unit = (WIDTH - 2 * MARGIN) / (widths.reduce((sum, width) => sum + width, 0) + 20)
  let x = MARGIN + 10 * unit
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) page.drawRectangle({ x, y: HEIGHT - top - height, width: width * unit, height })
    x += width * unit
  }
}

function barsOf(text: string): number[] {
  const [symbol] = bwipjs.raw({ bcid: 'code128', text })
  return symbol && 'sbs' in symbol ? symbol.sbs : []
}
