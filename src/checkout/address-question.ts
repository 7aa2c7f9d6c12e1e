import type { FieldName } from '../delivery/rules.ts'
import type { Place } from '../postal/place.ts'

/** Why an address is not saved: a mistake in the fields, or a question to the shopper. */
export type AddressRefusal = AddressMistake | AddressQuestion

export type AddressMistake = { type: null; message: string; fields: FieldName[]; isAboutDate?: true }

/** All but `no_eligible_shipping_days` give the shopper a choice. */
export type AddressQuestion =
  | { type: 'modified_to_achieve_match'; message: string; suggestion: Place }
  | { type: 'unconfirmed'; message: string }
  | { type: 'postal_code_service_delay'; message: string }
  | { type: 'no_eligible_shipping_days'; message: string }
  /** `items`: what the other center lacks. Accepting removes them from the box. */
  | { type: 'fc_changed'; message: string; version: string; items: string[] }

type QuestionType = AddressQuestion['type']

export type AnswerName = 'address_confirmation_bypass' | 'postal_code_delay_bypass' | 'fc_change_acknowledged'

/** A button of the question. `place` is the address it stands for. */
export type AddressAnswer = { name: AnswerName; value: string; label: string; place?: Place; isQuiet?: true }

/** How a page asks: `hint` stands beside the answers, `event` is for analytics besides the modal's own. */
export const describeQuestion = (question: AddressQuestion, typed: Place) => ({
  title: TITLES[question.type],
  hint:
    question.type === 'unconfirmed' ? "If you know it's right, keep it. We'll still deliver there." : null,
  answers: answersTo(question, typed),
  dismissal: question.type === 'no_eligible_shipping_days' ? 'Enter another address' : 'Change the address',
  event: question.type === 'modified_to_achieve_match' ? 'viewed-address-modified-modal' : undefined,
})

const TITLES: Readonly<Record<QuestionType, string>> = {
  modified_to_achieve_match: 'Confirm your address',
  unconfirmed: 'Please check this address',
  postal_code_service_delay: 'Boxes to this ZIP code may arrive late',
  no_eligible_shipping_days: "We can't deliver here right now",
  fc_changed: 'Boxes to this address ship from a different center',
}

function answersTo(question: AddressQuestion, typed: Place): AddressAnswer[] {
  switch (question.type) {
    case 'modified_to_achieve_match':
      return [
        { ...confirmation('accept', 'Use the suggestion'), place: question.suggestion },
        { ...confirmation('use-original', 'Keep what I typed'), place: typed, isQuiet: true },
      ]
    case 'unconfirmed':
      return [confirmation('use-original', 'Use it as typed')]
    case 'postal_code_service_delay':
      return [{ name: 'postal_code_delay_bypass', value: 'accept', label: "That's fine, deliver here" }]
    case 'fc_changed':
      return [
        {
          name: 'fc_change_acknowledged',
          value: question.version,
          label: acknowledge(question.items.length),
        },
      ]
    case 'no_eligible_shipping_days':
      return []
  }
}

const confirmation = (value: 'accept' | 'use-original', label: string): AddressAnswer => ({
  name: 'address_confirmation_bypass',
  value,
  label,
})

const acknowledge = (items: number) =>
  items === 0 ? 'Deliver here' : `Remove ${items === 1 ? 'it' : 'them'} and deliver here`
