import type { Desk } from './desk.ts'
import type { Params } from './params.ts'
import type { ErrorBody } from './refusals.ts'

/** What goes back over the wire: a status and the JSON text. */
export type Answer = { status: 200 | 402; json: string }

/** An act of the API, inside one transaction that a `Refusal` rolls back. `ids` are the parts of the address that vary. */
export type Act = (desk: Desk, params: Params, ...ids: string[]) => Answer

export const ok = (json: string): Answer => ({ status: 200, json })

/** The card said no: what happened is kept all the same, so this is an answer and no exception. */
export const declined = (error: ErrorBody): Answer => ({ status: 402, json: JSON.stringify({ error }) })
