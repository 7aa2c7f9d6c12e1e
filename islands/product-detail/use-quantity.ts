import { type RefObject, useEffect, useReducer, useRef } from 'react'
import type { PageCart } from '#src/cart/rules.ts'
import type { WeightFacts } from './props.ts'
import {
  initialQuantity,
  type Quantity,
  type QuantityEvent,
  reduceQuantity,
  requestedQuantity,
} from './quantity.ts'

type Dispatch = (event: QuantityEvent) => void

/** Page scripts send one change at a time, merge waiting ones, and report the box as `cart:changed` (CRT-3). */
export function useQuantity({ token, min, max }: WeightFacts) {
  const reduce = (before: Quantity, event: QuantityEvent) => reduceQuantity({ min, max }, before, event)
  const [quantity, dispatch] = useReducer(reduce, { min, max }, initialQuantity)
  const form = useRef<HTMLFormElement>(null)
  const hadFocus = useRef(false)
  const requested = requestedQuantity(quantity)
  const isInBox = quantity.inBox > 0

  useEffect(() => readForm(form, dispatch), [])
  useEffect(() => watchCart(token, form, hadFocus, dispatch), [token])
  useEffect(() => {
    if (!isInBox && quantity.settled > max) dispatch({ type: 'committed' }) // others bought some in the meantime
  }, [isInBox, quantity.settled, max])
  useEffect(() => {
    if (requested !== null) form.current?.requestSubmit()
  }, [requested])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the focused element was replaced
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) focusAddControl(form.current)
  }, [isInBox])

  return { form, quantity, isInBox, dispatch }
}

/** Reads the amount that was typed before scripts ran. From now on invalid amounts revert by themselves. */
function readForm(form: RefObject<HTMLFormElement | null>, dispatch: Dispatch) {
  if (!form.current) return
  form.current.noValidate = true
  dispatch({ type: 'typed', text: String(new FormData(form.current).get('quantity')) })
  dispatch({ type: 'committed' })
}

function watchCart(
  token: string,
  form: RefObject<HTMLFormElement | null>,
  hadFocus: RefObject<boolean>,
  dispatch: Dispatch,
) {
  const listener = (event: Event) => {
    const { quantities } = (event as CustomEvent<PageCart>).detail
    hadFocus.current = form.current?.contains(document.activeElement) ?? false
    dispatch({ type: 'in_box', amount: quantities[token] ?? 0 })
  }
  window.addEventListener('cart:changed', listener)
  window.dispatchEvent(new Event('cart:asked'))
  return () => window.removeEventListener('cart:changed', listener)
}

/** The last visible one: the buy bar's, or else the form's own. */
function focusAddControl(form: HTMLFormElement | null) {
  const controls = [...(form?.querySelectorAll<HTMLElement>('.offer-form__add') ?? [])]
  controls
    .reverse()
    .find((control) => control.checkVisibility())
    ?.focus()
}
