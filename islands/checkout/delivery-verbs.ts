import type { Day } from '#src/day.ts'
import type { DeliveryFields, FieldName } from '#src/delivery/rules.ts'
import { checkTyped } from './address-check.ts'
import { UNREACHABLE_SENTENCE } from './calls.ts'
import { type CheckoutContext, freshDates, leaveFor } from './checkout-context.ts'
import { stillOpen } from './open-dates.ts'
import type { AddressAnswers } from './props.ts'
import { readAddressProblem, readEmailProblem, text } from './responses.ts'

/** Who gets it, where it goes and when. */
export function deliveryVerbs({
  props: { urls },
  state,
  dispatch,
  alone,
  send,
  renew,
  freshDays,
}: CheckoutContext) {
  const saveEmail = (email: string) =>
    alone(async () => {
      dispatch({ type: 'saving' })
      const answer = await send(urls.email, { email })
      if (answer.ok) dispatch({ type: 'email_saved', email: email.trim() })
      else dispatch({ type: 'email_refused', problem: readEmailProblem(answer) })
    })

  const saveAddress = (typed: DeliveryFields, answered: AddressAnswers = {}) =>
    alone(async () => {
      const problem = checkTyped(typed)
      if (problem) return dispatch({ type: 'address_refused', problem, typed })

      dispatch({ type: 'saving' })
      const answer = await send(urls.address, { ...wireAddress(typed), ...answered })
      if (!answer.ok) {
        const refills = answered.address_confirmation_bypass === 'accept'
        return dispatch({
          type: 'address_refused',
          problem: readAddressProblem(answer),
          typed,
          answered,
          refills,
        })
      }

      if (answer.body.redirect_to) return leaveFor(text(answer.body.redirect_to))
      dispatch({ type: 'address_saved', delivery: typed, ...(await freshDays()) })
    })

  /** The answer is about the address that was judged, whatever was answered for it before. */
  const answerQuestion = (answer: AddressAnswers) => {
    if (state.stage.step !== 'address') return
    const { problem, answered } = state.stage
    const suggested =
      answer.address_confirmation_bypass === 'accept' && problem?.kind === 'modified_to_achieve_match'
        ? problem.suggested
        : {}
    void saveAddress({ ...state.delivery, ...suggested }, { ...answered, ...answer })
  }

  const chooseDate = (arrivesOn: Day) =>
    alone(async () => {
      dispatch({ type: 'date_chosen', arrivesOn })
      const answer = await send(urls.arrivalDate, { arrival_date: arrivesOn })
      if (answer.ok) dispatch({ type: 'date_saved' })
      else {
        const message = text(answer.body.message) || UNREACHABLE_SENTENCE
        const dates = answer.readable ? await freshDates(urls) : state.dates
        dispatch({ type: 'date_refused', message, dates, arrivesOn: stillOpen(dates, state.arrivesOn) })
      }
      void renew()
    })

  return { saveEmail, saveAddress, answerQuestion, chooseDate }
}

/** The wire's names of the fields. */
export const WIRE_NAMES: Readonly<Record<FieldName, string>> = {
  name: 'delivery_name',
  street1: 'delivery_street_address_1',
  street2: 'delivery_street_address_2',
  city: 'delivery_city',
  state: 'delivery_state',
  zip: 'delivery_postal_code',
  phone: 'mobile_phone_number',
}

export const wireAddress = (typed: DeliveryFields): Record<string, string> =>
  Object.fromEntries(Object.entries(WIRE_NAMES).map(([field, name]) => [name, typed[field as FieldName]]))
