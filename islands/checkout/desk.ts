import type { Dispatch } from 'react'
import { PAYMENT_FAILED_SENTENCE } from '#src/payments/rules.ts'
import { type Answer, post } from './calls.ts'
import type { CheckoutProps } from './props.ts'
import type { CheckoutAction, CheckoutState } from './state.ts'
import { refreshSummary } from './summary-beside.ts'

/** What every act of the shopper works with: the state as it is now, the way to change it, and the wire. */
export type Desk = ReturnType<typeof deskOf>

type DeskParts = {
  props: CheckoutProps
  state: CheckoutState
  dispatch: Dispatch<CheckoutAction>
  busy: { current: boolean }
}

export function deskOf({ props, state, dispatch, busy }: DeskParts) {
  const { urls, orderToken } = props

  /** One thing at a time: a second click while the first is under way is the same click. */
  async function alone(act: () => Promise<void>) {
    if (busy.current) return
    busy.current = true
    try {
      await act()
    } catch (error) {
      console.error(error)
      flash(PAYMENT_FAILED_SENTENCE)
    } finally {
      busy.current = false
    }
  }

  /** Tells the server about this order. Whoever paid it in another tab is taken to what they bought. */
  async function send(url: string, body: object): Promise<Answer> {
    const answer = await post(url, { order_token: orderToken, ...body })
    return answer.body.code === 'order_placed' ? leaveFor(urls.confirmation) : answer
  }

  function flash(message: string) {
    dispatch({ type: 'flashed', message })
    window.scrollTo({ top: 0 })
  }

  return { props, state, dispatch, alone, send, flash, renewSummary: () => void refreshSummary(urls.summary) }
}

/** Never resolves: whoever waits stays busy until the page is gone. */
export function leaveFor(url: string): Promise<never> {
  window.location.assign(url)
  return new Promise(() => {})
}
