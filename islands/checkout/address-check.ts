import type { AddressMistake } from '#src/checkout/address-question.ts'
import {
  type DeliveryFields,
  missingProblem,
  PHONE_PROBLEM,
  parsePhone,
  placeProblem,
} from '#src/delivery/rules.ts'

/** Checks in the browser what needs no database, in the server's order. */
export function checkTyped(typed: DeliveryFields): AddressMistake | null {
  const problem =
    missingProblem(typed) ?? placeProblem(typed) ?? (parsePhone(typed.phone) ? null : PHONE_PROBLEM)
  return problem && { type: null, message: problem.message, fields: problem.fields }
}
