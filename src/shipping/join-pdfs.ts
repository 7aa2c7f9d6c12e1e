import { setImmediate } from 'node:timers/promises'
import { PDFDocument } from 'pdf-lib'

/** One file to print. Between two labels, requests run. Load this file late: its package is half a megabyte. */
export async function joinPdfs(files: Buffer[]): Promise<Uint8Array> {
  const joined = await PDFDocument.create()
  for (const file of files) {
    const one = await PDFDocument.load(file)
    for (const page of await joined.copyPages(one, one.getPageIndices())) joined.addPage(page)
    await setImmediate()
  }
  return joined.save({ objectsPerTick: 50 })
}
