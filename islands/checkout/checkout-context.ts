import type { Dispatch } from 'react'
import { PAYMENT_FAILED_SENTENCE } from '#src/payments/rules.ts'
import { type CallResult, get, post } from '../shared/api.ts'
import { refreshSummary } from '../shared/refresh-summary.ts'
import { earliestOpen, stillOpen } from './open-dates.ts'
import type { CheckoutProps, WireDate } from './props.ts'
import { isClosed, type OrderStatus, readDates, readOrderStatus } from './responses.ts'
import type { CheckoutAction, CheckoutState } from './state.ts'

export type CheckoutContext = ReturnType<typeof checkoutContext>

type ContextParts = {
  props: CheckoutProps
  state: CheckoutState
  dispatch: Dispatch<CheckoutAction>
  busy: { current: boolean }
  /** Counts the requests for an intent; only the latest response counts. */
  latestIntentRequest: { current: number }
}

export function checkoutContext({ props, state, dispatch, busy, latestIntentRequest }: ContextParts) {
  const { urls, orderToken } = props

  /**
   * Runs one action at a time, so that a double click counts once.
   * @param fallback runs instead while another action is running, or after this one throws
   */
  async function exclusively(action: () => Promise<void>, fallback = () => {}) {
    if (busy.current) return fallback()
    busy.current = true
    try {
      await action()
    } catch (error) {
      console.error(error)
      showFlash(PAYMENT_FAILED_SENTENCE)
      fallback()
    } finally {
      busy.current = false
    }
  }

  /** Posts about this order. If it was placed in another tab, goes to its confirmation. */
  async function send(url: string, body: object): Promise<CallResult> {
    const response = await post(url, { order_token: orderToken, ...body })
    return isClosed(response) ? navigateTo(urls.confirmation) : response
  }

  function showFlash(message: string) {
    dispatch({ type: 'flash_shown', message })
    window.scrollTo({ top: 0 })
  }

  async function refresh(): Promise<OrderStatus | null> {
    const [response] = await Promise.all([get(urls.orderStatus), refreshSummary(urls.summary)])
    const orderStatus = readOrderStatus(response)
    if (orderStatus) {
      const { flow, period, totalCents, giftCents } = orderStatus
      dispatch({ type: 'repriced', flow, period, totalCents, giftCents })
      // The recurring option stands outside of the island.
      document.dispatchEvent(new CustomEvent('frequency-read', { detail: { period: period ?? '' } }))
    }
    return orderStatus
  }

  async function fetchOrder() {
    const [dates, orderStatus] = await Promise.all([fetchDates(urls), refresh()])
    const arrivesOn = stillOpen(dates, orderStatus?.arrivesOn ?? state.arrivesOn) ?? earliestOpen(dates)?.date
    return { days: { dates, arrivesOn: arrivesOn ?? null }, orderStatus }
  }

  const fetchDays = async () => (await fetchOrder()).days

  /** Opens the step of a choice that another tab changed, with what is saved now. */
  async function showChange(code: ChangedElsewhere, message: string) {
    const { days, orderStatus } = await fetchOrder()
    if (code === 'date_changed') dispatch({ type: 'date_refused', message, ...days })
    else {
      const problem = { type: null, message, fields: [] }
      const typed = orderStatus?.delivery ?? state.delivery
      dispatch({ type: 'dates_refreshed', ...days })
      dispatch({ type: 'address_refused', problem, typed, replacesFields: true })
    }
    return orderStatus
  }

  return {
    props,
    state,
    dispatch,
    latestIntentRequest,
    exclusively,
    send,
    showFlash,
    showChange,
    refresh,
    fetchDays,
  }
}

type ChangedElsewhere = 'address_changed' | 'date_changed'

export const isChangedElsewhere = (code: string): code is ChangedElsewhere =>
  code === 'address_changed' || code === 'date_changed'

export const fetchDates = async (urls: CheckoutProps['urls']): Promise<WireDate[]> =>
  readDates(await get(urls.dates))

/** Never resolves, so that callers stay busy until the page unloads. */
export function navigateTo(url: string): Promise<never> {
  window.location.assign(url)
  return new Promise(() => {})
}
