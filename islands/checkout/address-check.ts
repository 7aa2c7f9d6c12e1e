import {
  type DeliveryFields,
  type FieldName,
  isPoBox,
  isZip,
  missingFields,
  missingFieldsSentence,
  PHONE_SENTENCE,
  PO_BOX_SENTENCE,
  parsePhone,
  ZIP_SENTENCE,
} from '#src/delivery/rules.ts'
import type { AddressProblem } from './props.ts'

type PlainProblem = Extract<AddressProblem, { kind: 'plain' }>

/** Checks in the browser, by the server's own rules. */
export function checkTyped(fields: DeliveryFields): PlainProblem | null {
  const missing = missingFields(fields)
  if (missing.length > 0) return plain(missingFieldsSentence(missing), missing)

  const boxes = (['street1', 'street2'] as const).filter((line) => isPoBox(fields[line]))
  if (boxes.length > 0) return plain(PO_BOX_SENTENCE, boxes)
  if (!isZip(fields.zip.trim())) return plain(ZIP_SENTENCE, ['zip'])
  return parsePhone(fields.phone) ? null : plain(PHONE_SENTENCE, ['phone'])
}

const plain = (message: string, fields: FieldName[]): PlainProblem => ({ kind: 'plain', message, fields })
