import type { Deps } from './deps.ts'
import type { Params } from './params.ts'
import type { ErrorBody } from './refusals.ts'

export type ApiResponse = { status: 200 | 402; json: string }

/** One API operation, run in a transaction that a `Refusal` rolls back. `ids` are the variable parts of the path. */
export type Operation = (deps: Deps, params: Params, ...ids: string[]) => ApiResponse

export const ok = (json: string): ApiResponse => ({ status: 200, json })

/** A declined card is a response, not an exception: what happened must be committed. */
export const declined = (error: ErrorBody): ApiResponse => ({ status: 402, json: JSON.stringify({ error }) })
