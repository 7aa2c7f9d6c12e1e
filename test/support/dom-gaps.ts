import { domWindow as page } from './dom-globals.ts'

/**
 * Polyfills what jsdom lacks: dialogs, popovers and pointer events. They open, close and fire their events, but there's
 * no top layer, light dismiss or focus handling: tests that need those need a browser.
 */
const OPEN = 'data-popover-open'

Object.assign(page.HTMLElement.prototype, {
  showPopover(this: HTMLElement) {
    this.setAttribute(OPEN, '')
    announceToggle(this, 'open')
  },
  hidePopover(this: HTMLElement) {
    this.removeAttribute(OPEN)
    announceToggle(this, 'closed')
  },
})

page.HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true
}
page.HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  if (!this.open) return
  this.open = false
  setImmediate(() => this.dispatchEvent(new Event('close')))
}
page.Element.prototype.checkVisibility ??= function checkVisibility(this: Element) {
  return this.isConnected && !this.closest('[hidden]')
}

const announceToggle = (element: HTMLElement, newState: string) =>
  queueMicrotask(() => element.dispatchEvent(Object.assign(new Event('toggle'), { newState })))

/** jsdom parses `:popover-open` but matches nothing. */
function findPopovers(prototype: object, method: string) {
  const search = Reflect.get(prototype, method) as (selector: string) => unknown
  Reflect.set(prototype, method, function withPopovers(this: unknown, selector: string) {
    return search.call(this, selector.replaceAll(':popover-open', `[${OPEN}]`))
  })
}
findPopovers(page.Element.prototype, 'matches')
findPopovers(page.Document.prototype, 'querySelector')

/** As in CSSOM; Turbo finds frames with it. */
const escapeName = (name: string) =>
  name.replace(/[^\w\u0080-\uffff-]/g, '\\$&').replace(/^(-?)(\d)/, '$1\\3$2 ')
for (const scope of [page, globalThis]) Object.assign(scope, { CSS: { escape: escapeName } })

type Pointer = { pointerId?: number; pointerType?: string; isPrimary?: boolean }

class PointerEvent extends page.MouseEvent {
  readonly pointerId: number
  readonly pointerType: string
  readonly isPrimary: boolean
  constructor(type: string, { pointerId = 0, pointerType = '', isPrimary = false, ...init }: Pointer = {}) {
    super(type, init)
    this.pointerId = pointerId
    this.pointerType = pointerType
    this.isPrimary = isPrimary
  }
}
if (!('PointerEvent' in page)) {
  Object.assign(page, { PointerEvent })
  Object.assign(globalThis, { PointerEvent })
}
