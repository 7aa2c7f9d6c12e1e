/** Lazily loaded controllers that have come, or failed to. */
const settled = new Set<string>()
const waiting: { name: string; isScan: boolean; go: () => void }[] = []

export function settle(name: string) {
  settled.add(name)
  for (const held of waiting.filter((one) => one.name === name)) {
    waiting.splice(waiting.indexOf(held), 1)
    held.go()
  }
}

/** Keeps a submit from all else on the page until the controller that must see it first has come. */
export function holdSubmit(event: SubmitEvent) {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement)) return
  const page = form.closest<HTMLElement>('[data-holds-submits]')
  const name = page?.dataset.holdsSubmits ?? ''
  if (!page || name === '' || settled.has(name)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const isScan = holdScan(page, form)
  const go = () => (isScan ? askAgain(page) : form.isConnected && form.requestSubmit(submitter))
  // A second form would cancel the first.
  if (isScan || !waiting.some((one) => one.name === name && !one.isScan)) waiting.push({ name, isScan, go })
}

/** Codes scanned one after the other must not be joined in their field. `scan-queue` takes them. */
function holdScan(page: HTMLElement, form: HTMLFormElement): boolean {
  const field = form.querySelector<HTMLInputElement>('[name="barcode"], [name="slip"]')
  if (!field) return false
  const code = field.value.trim()
  const codes = JSON.parse(page.dataset.heldScans ?? '[]')
  if (code !== '') page.dataset.heldScans = JSON.stringify([...codes, code])
  if (field.type !== 'hidden') field.value = ''
  return true
}

/** The script that takes them has failed to load. */
function askAgain(page: HTMLElement) {
  const codes: string[] = JSON.parse(page.dataset.heldScans ?? '[]')
  const status = page.querySelector('[data-scan-queue-target="status"]')
  if (codes.length > 0 && status)
    status.textContent = codes.map((code) => `Please scan ${code} again.`).join('\n')
  delete page.dataset.heldScans
}
