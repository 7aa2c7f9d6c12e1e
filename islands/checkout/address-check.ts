import {
  type DeliveryFields,
  missingProblem,
  PHONE_PROBLEM,
  parsePhone,
  placeProblem,
} from '#src/delivery/rules.ts'
import type { AddressProblem } from './props.ts'

type PlainProblem = Extract<AddressProblem, { kind: 'plain' }>

/** Checks in the browser what needs no database, in the server's order. */
export function checkTyped(typed: DeliveryFields): PlainProblem | null {
  const problem =
    missingProblem(typed) ?? placeProblem(typed) ?? (parsePhone(typed.phone) ? null : PHONE_PROBLEM)
  return problem && { kind: 'plain', message: problem.message, fields: problem.fields }
}
