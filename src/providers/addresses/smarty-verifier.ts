import type { Logger } from 'pino'
import { z } from 'zod'
import type { Place, Verification } from '../../postal/place.ts'
import { callOutside, troubleOf } from '../outside-call.ts'
import type { AddressVerifier } from './verifier.ts'

export const SMARTY_URL = 'https://us-street.api.smarty.com/street-address'

/** A shopper waits no longer than this; the address is taken and asked about again later. */
const PATIENCE_MS = 2_000

type Settings = {
  url: string
  /** Auth id and auth token of a secret key, joined by a colon. */
  key: string
  log: Logger
}

/** Smarty's US Street API: every delivery point of the post office. Asked by POST, so that no address is in an URL. */
export function smartyVerifier({ url, key, log }: Settings): AddressVerifier {
  const [id = '', token = ''] = key.split(':')
  const address = new URL(url)
  address.searchParams.set('auth-id', id)
  address.searchParams.set('auth-token', token)

  async function ask(place: Place): Promise<Verification> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify([lookupOf(place)]),
    }
    const candidates = Candidates.parse(await callOutside(address.href, init, PATIENCE_MS))
    return judge(place, candidates[0])
  }

  return {
    async verify(place) {
      try {
        return await ask(place)
      } catch (error) {
        log.warn({ event: 'verifier_trouble', reason: troubleOf(error) }, 'an address is not verified yet')
        return { status: 'unverified' }
      }
    },
  }
}

const lookupOf = ({ street1, street2, city, state, zip }: Place) => ({
  street: street1,
  secondary: street2,
  city,
  state,
  zipcode: zip,
  candidates: 1,
})

const line = z.string().max(100)

/** What of an answer is read; a place that nobody delivers to has no candidate at all. */
const Candidate = z.object({
  delivery_line_1: line,
  components: z.object({
    secondary_designator: line.optional(),
    secondary_number: line.optional(),
    city_name: line,
    state_abbreviation: z.string().regex(/^[A-Z]{2}$/),
    zipcode: z.string().regex(/^\d{5}$/),
  }),
  analysis: z.object({ dpv_match_code: z.string().nullish() }),
})
const Candidates = z.array(Candidate)

/** The post office's own word on a house: the whole of it is known, or only the house without the unit, or nothing. */
function judge(place: Place, candidate: z.output<typeof Candidate> | undefined): Verification {
  switch (candidate?.analysis.dpv_match_code) {
    case 'Y': {
      const suggestion = suggestionOf(place, candidate)
      return isSame(suggestion, place) ? { status: 'confirmed' } : { status: 'confirmed', suggestion }
    }
    case 'D':
      return { status: 'unconfirmed', hint: 'Which apartment or unit is it?' }
    case 'S':
      return { status: 'unconfirmed', hint: 'The house is known, but not this apartment or unit.' }
    default:
      return { status: 'unconfirmed' }
  }
}

function suggestionOf(place: Place, { delivery_line_1, components }: z.output<typeof Candidate>): Place {
  const unit = [components.secondary_designator, components.secondary_number].filter(Boolean).join(' ')
  const [street1, street2] = unitApart(delivery_line_1, unit, place)
  return {
    street1,
    street2,
    city: components.city_name,
    state: components.state_abbreviation,
    zip: components.zipcode,
  }
}

/** The post office writes the unit behind the street; somebody who gave it a line of its own keeps that. */
function unitApart(line: string, unit: string, { street2 }: Place): [string, string] {
  if (!street2 || !unit || !line.endsWith(` ${unit}`)) return [line, '']
  return [line.slice(0, -unit.length - 1), unit]
}

const isSame = (a: Place, b: Place): boolean =>
  (Object.keys(a) as (keyof Place)[]).every((field) => a[field] === b[field])
