import type { Day } from '#src/day.ts'
import type { DeliveryFields } from '#src/delivery/rules.ts'
import { checkTyped } from './address-check.ts'
import type { AddressBypass } from './address-step.tsx'
import { readAddressProblem, readDates, readEmailProblem, text } from './answers.ts'
import { get, UNREACHABLE_SENTENCE } from './calls.ts'
import type { Desk } from './desk.ts'
import { earliestOpen, stillOpen } from './open-dates.ts'
import type { CheckoutProps, WireDate } from './props.ts'

/** Who gets it, where it goes and when. */
export function deliveryVerbs({ props: { urls }, state, dispatch, alone, send, renewSummary }: Desk) {
  const saveEmail = (email: string) =>
    alone(async () => {
      dispatch({ type: 'saving' })
      const answer = await send(urls.email, { email })
      if (answer.ok) dispatch({ type: 'email_saved', email: email.trim() })
      else dispatch({ type: 'email_refused', problem: readEmailProblem(answer) })
    })

  const saveAddress = (typed: DeliveryFields, bypass: AddressBypass) =>
    alone(async () => {
      const problem = checkTyped(typed)
      if (problem) return dispatch({ type: 'address_refused', problem, typed })

      dispatch({ type: 'saving' })
      const answer = await send(urls.address, { ...wireAddress(typed), ...bypass })
      if (!answer.ok) return dispatch({ type: 'address_refused', problem: readAddressProblem(answer), typed })

      const dates = await freshDates(urls)
      // As the server does: the day chosen before, where it is open for this address too, else the earliest.
      const arrivesOn = stillOpen(dates, state.arrivesOn) ?? earliestOpen(dates)?.date ?? null
      dispatch({ type: 'address_saved', delivery: asSaved(typed, bypass), dates, arrivesOn })
      renewSummary()
    })

  /** What the server now keeps: with the suggestion taken, that one. */
  function asSaved(typed: DeliveryFields, bypass: AddressBypass): DeliveryFields {
    const problem = state.stage.step === 'address' ? state.stage.problem : null
    if (bypass.address_confirmation_bypass !== 'accept' || problem?.kind !== 'modified_to_achieve_match')
      return typed
    return { ...typed, ...problem.suggested }
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
      renewSummary()
    })

  return { saveEmail, saveAddress, chooseDate }
}

/** The days as they are now. */
export const freshDates = async (urls: CheckoutProps['urls']): Promise<WireDate[]> =>
  readDates(await get(urls.dates))

const wireAddress = (typed: DeliveryFields) => ({
  delivery_name: typed.name,
  delivery_street_address_1: typed.street1,
  delivery_street_address_2: typed.street2,
  delivery_city: typed.city,
  delivery_state: typed.state,
  delivery_postal_code: typed.zip,
  mobile_phone_number: typed.phone,
})
