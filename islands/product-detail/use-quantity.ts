import { type RefObject, useEffect, useReducer, useRef } from 'react'
import type { PageCart } from '#src/cart/rules.ts'
import type { WeightFacts } from './props.ts'
import { least, type Quantity, type QuantityEvent, reduceQuantity, requestedQuantity } from './quantity.ts'

type Tell = (event: QuantityEvent) => void

/**
 * How many of a weight: to be added, then in the box. What is wished for is sent by the form; the page's scripts send it
 * in turn, the last wish first and last, and tell as `cart:changed` what the box holds.
 */
export function useQuantity({ token, min, max }: WeightFacts) {
  const reduce = (before: Quantity, event: QuantityEvent) => reduceQuantity({ min, max }, before, event)
  const [quantity, tell] = useReducer(reduce, { min, max }, least)
  const form = useRef<HTMLFormElement>(null)
  const hadFocus = useRef(false)
  const wish = requestedQuantity(quantity)
  const isInBox = quantity.inBox > 0

  useEffect(() => takeOver(form, tell), [])
  useEffect(() => listenFor(token, form, hadFocus, tell), [token])
  useEffect(() => {
    if (!isInBox && quantity.settled > max) tell({ type: 'left' }) // others took some of it meanwhile
  }, [isInBox, quantity.settled, max])
  useEffect(() => {
    if (wish !== null) form.current?.requestSubmit()
  }, [wish])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when what had the focus made place for something else
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('.offer-form__add')?.focus()
  }, [isInBox])

  return { form, quantity, isInBox, tell }
}

/** Takes over the amount that was typed before scripts ran. What makes no sense goes back by itself from now on. */
function takeOver(form: RefObject<HTMLFormElement | null>, tell: Tell) {
  if (!form.current) return
  form.current.noValidate = true
  tell({ type: 'typed', text: String(new FormData(form.current).get('quantity')) })
  tell({ type: 'left' })
}

function listenFor(
  token: string,
  form: RefObject<HTMLFormElement | null>,
  hadFocus: RefObject<boolean>,
  tell: Tell,
) {
  const hear = (event: Event) => {
    const { quantities } = (event as CustomEvent<PageCart>).detail
    hadFocus.current = form.current?.contains(document.activeElement) ?? false
    tell({ type: 'in_box', amount: quantities[token] ?? 0 })
  }
  window.addEventListener('cart:changed', hear)
  window.dispatchEvent(new Event('cart:asked'))
  return () => window.removeEventListener('cart:changed', hear)
}
