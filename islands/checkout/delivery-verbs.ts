import { addressValues, MOBILE_NAMES } from '#src/checkout/address-form.ts'
import type { Day } from '#src/day.ts'
import type { DeliveryFields } from '#src/delivery/rules.ts'
import type { Gift } from '#src/orders/rules.ts'
import { UNREACHABLE_SENTENCE } from '../shared/api.ts'
import { checkTyped } from './address-check.ts'
import { type CheckoutContext, fetchDates, navigateTo } from './checkout-context.ts'
import { wireGift } from './gift-fields.tsx'
import { stillOpen } from './open-dates.ts'
import type { AddressAnswers } from './props.ts'
import { readAddressRefusal, readEmailProblem, text } from './responses.ts'

export function deliveryVerbs({
  props: { urls },
  state,
  dispatch,
  exclusively,
  send,
  refresh,
  fetchDays,
}: CheckoutContext) {
  const saveEmail = (email: string) =>
    exclusively(async () => {
      dispatch({ type: 'saving' })
      const response = await send(urls.email, { email })
      if (response.ok) dispatch({ type: 'email_saved', email: email.trim() })
      else dispatch({ type: 'email_refused', problem: readEmailProblem(response) })
    })

  const saveAddress = (typed: DeliveryFields, gift: Gift | null, answers: AddressAnswers = {}) =>
    exclusively(async () => {
      const problem = checkTyped(typed)
      if (problem) return dispatch({ type: 'address_refused', problem, typed, gift })

      dispatch({ type: 'saving' })
      const response = await send(urls.address, { ...wireAddress(typed), ...wireGift(gift), ...answers })
      if (!response.ok) {
        const replacesFields = answers.address_confirmation_bypass === 'accept'
        return dispatch({
          type: 'address_refused',
          problem: readAddressRefusal(response),
          typed,
          gift,
          answers,
          replacesFields,
        })
      }

      if (response.body.redirect_to) return navigateTo(text(response.body.redirect_to))
      dispatch({ type: 'address_saved', delivery: typed, gift, ...(await fetchDays()) })
    })

  const answerQuestion = (answer: AddressAnswers) => {
    if (state.stage.step !== 'address') return
    const { problem, answers } = state.stage
    const suggested =
      answer.address_confirmation_bypass === 'accept' && problem?.type === 'modified_to_achieve_match'
        ? problem.suggestion
        : {}
    void saveAddress({ ...state.delivery, ...suggested }, state.gift, { ...answers, ...answer })
  }

  const chooseDate = (arrivesOn: Day) =>
    exclusively(async () => {
      dispatch({ type: 'date_chosen', arrivesOn })
      const response = await send(urls.arrivalDate, { arrival_date: arrivesOn })
      if (response.ok) dispatch({ type: 'date_saved' })
      else {
        const message = text(response.body.message) || UNREACHABLE_SENTENCE
        const dates = response.isReadable ? await fetchDates(urls) : state.dates
        dispatch({ type: 'date_refused', message, dates, arrivesOn: stillOpen(dates, state.arrivesOn) })
      }
      void refresh()
    })

  return { saveEmail, saveAddress, answerQuestion, chooseDate }
}

export const wireAddress = (typed: DeliveryFields) => addressValues(typed, MOBILE_NAMES)
