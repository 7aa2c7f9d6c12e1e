import { type Kind, loadJson } from './resources.ts'
import { type Operation, ok } from './responses.ts'

export const retrieve =
  (kind: Kind, ...ignored: string[]): Operation =>
  (deps, params, id) => {
    params.ignore(...ignored)
    params.refuseUnknown()
    return ok(loadJson(deps, kind, id))
  }
