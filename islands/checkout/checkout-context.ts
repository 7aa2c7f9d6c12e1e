import type { Dispatch } from 'react'
import { PAYMENT_FAILED_SENTENCE } from '#src/payments/rules.ts'
import { refreshSummary } from '../shared/refresh-summary.ts'
import { type Answer, get, post } from './calls.ts'
import { earliestOpen, stillOpen } from './open-dates.ts'
import type { CheckoutProps, WireDate } from './props.ts'
import { isClosed, readDates, readStanding, type Standing } from './responses.ts'
import type { CheckoutAction, CheckoutState } from './state.ts'

/** What every act of the shopper works with: the state as it is now, the way to change it, and the wire. */
export type CheckoutContext = ReturnType<typeof checkoutContext>

type DeskParts = {
  props: CheckoutProps
  state: CheckoutState
  dispatch: Dispatch<CheckoutAction>
  busy: { current: boolean }
  /** How often the payment step has asked what to pay: the last answer counts. */
  asked: { current: number }
}

export function checkoutContext({ props, state, dispatch, busy, asked }: DeskParts) {
  const { urls, orderToken } = props

  /**
   * One thing at a time: a second click while the first is under way is the same click.
   * @param otherwise what to do instead while another thing is under way, or when this one breaks
   */
  async function alone(act: () => Promise<void>, otherwise = () => {}) {
    if (busy.current) return otherwise()
    busy.current = true
    try {
      await act()
    } catch (error) {
      console.error(error)
      flash(PAYMENT_FAILED_SENTENCE)
      otherwise()
    } finally {
      busy.current = false
    }
  }

  /** Tells the server about this order. Whoever paid it in another tab is taken to what they bought. */
  async function send(url: string, body: object): Promise<Answer> {
    const answer = await post(url, { order_token: orderToken, ...body })
    return isClosed(answer) ? leaveFor(urls.confirmation) : answer
  }

  function flash(message: string) {
    dispatch({ type: 'flashed', message })
    window.scrollTo({ top: 0 })
  }

  /** The order as it is now: its summary beside the steps, its total and flow within them. */
  async function renew(): Promise<Standing | null> {
    const [answer] = await Promise.all([get(urls.standing), refreshSummary(urls.summary)])
    const standing = readStanding(answer)
    if (standing) dispatch({ type: 'repriced', flow: standing.flow, totalCents: standing.totalCents })
    return standing
  }

  /** The days as they are now, with the one that the server keeps for the order while it can be had. */
  async function freshDays() {
    const [dates, standing] = await Promise.all([freshDates(urls), renew()])
    const arrivesOn = stillOpen(dates, standing?.arrivesOn ?? state.arrivesOn) ?? earliestOpen(dates)?.date
    return { dates, arrivesOn: arrivesOn ?? null }
  }

  return { props, state, dispatch, asked, alone, send, flash, renew, freshDays }
}

/** The days as they are now. */
export const freshDates = async (urls: CheckoutProps['urls']): Promise<WireDate[]> =>
  readDates(await get(urls.dates))

/** Never resolves: whoever waits stays busy until the page is gone. */
export function leaveFor(url: string): Promise<never> {
  window.location.assign(url)
  return new Promise(() => {})
}
