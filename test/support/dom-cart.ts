import './dom-gaps.ts'
import { vi } from 'vitest'
import { find, findAll } from './dom-elements.ts'

/** The mini cart. */
export const panel = () => find('#mini_cart_panel')
export const isOpen = () => panel().matches(':popover-open')
export const boxLink = () => find<HTMLAnchorElement>('.box-link')
export const count = () => find('#cart_count').textContent?.trim()
export const isShown = (element: Element | null | undefined) => element?.closest('[hidden]') === null

/** The page's nth quick-add form: the button, then the quantity in the cart. */
export function quickAdd(nth = 0) {
  const form = () => findAll<HTMLFormElement>('main .quick-add')[nth]!
  return {
    form,
    add: () => find('button', '+ Add to Box', form()),
    more: () => find('button', 'One more', form()),
    less: () => find('button', 'One less', form()),
    remove: () => find('button', 'Remove from box', form()),
    field: () => find<HTMLInputElement>('[type=number]', '', form()),
    amount: () => form().querySelector<HTMLInputElement>('[type=number]')?.value,
  }
}

type Answer = (toShop: () => Promise<Response>) => Promise<Response>

/** Passes the page's fetches to matching paths through `answer`. @returns a function that undoes it */
export function intercept(path: RegExp, answer: Answer, before?: (init: RequestInit) => void) {
  const askShop = globalThis.fetch
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) => {
    if (!path.test(new URL(String(input), location.href).pathname)) return askShop(input, init)
    before?.(init)
    return answer(() => askShop(input, init))
  })
  return () => void vi.stubGlobal('fetch', askShop)
}

export const ITEM = /\/cart\/items\/[\w-]+$/
export const cutOff = () => Promise.reject(new TypeError('Failed to fetch'))

/** Records the page's cart changes from now on, as 'PUT 3'. */
export function recordChanges(): string[] {
  const asked: string[] = []
  intercept(
    ITEM,
    (toShop) => toShop(),
    ({ method, body }) => {
      const quantity = new URLSearchParams((body as URLSearchParams | null) ?? '').get('quantity') ?? ''
      asked.push(`${method} ${quantity}`.trim())
    },
  )
  return asked
}

/** Holds cart changes back until each is released, in order. */
export function holdChanges() {
  const held: (() => void)[] = []
  intercept(ITEM, async (toShop) => {
    await new Promise<void>((release) => held.push(release))
    return toShop()
  })
  return { held, release: () => held.shift()?.() }
}
