import type { Logger } from 'pino'
import { z } from 'zod'
import { isSamePlace, type Place, type Verification } from '../../postal/place.ts'
import { failureReason, fetchJson } from '../fetch-json.ts'
import type { AddressVerifier } from './verifier.ts'

export const SMARTY_URL = 'https://us-street.api.smarty.com/street-address'

/** A shopper waits no longer; the address is accepted and verified again later. */
const TIMEOUT_MS = 2_000

type Settings = {
  url: string
  key: string
  log: Logger
}

/** Smarty knows every USPS delivery point. POST keeps addresses out of URLs. */
export function smartyVerifier({ url, key, log }: Settings): AddressVerifier {
  const [id = '', token = ''] = key.split(':')
  const endpoint = new URL(url)
  endpoint.searchParams.set('auth-id', id)
  endpoint.searchParams.set('auth-token', token)

  async function lookUp(place: Place): Promise<Verification> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify([lookupOf(place)]),
    }
    const candidates = Candidates.parse(await fetchJson(endpoint.href, init, TIMEOUT_MS))
    return verificationOf(place, candidates[0])
  }

  return {
    async verify(place) {
      try {
        return await lookUp(place)
      } catch (error) {
        log.warn({ event: 'verifier_trouble', reason: failureReason(error) }, 'Smarty did not answer')
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

/** A place without mail delivery has no candidate. */
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

/** USPS delivery point validation: Y confirms the address, D misses a unit, S doesn't know the unit. */
function verificationOf(place: Place, candidate: z.output<typeof Candidate> | undefined): Verification {
  switch (candidate?.analysis.dpv_match_code) {
    case 'Y': {
      const suggestion = suggestionOf(place, candidate)
      return isSamePlace(suggestion, place) ? { status: 'confirmed' } : { status: 'confirmed', suggestion }
    }
    case 'D':
      return { status: 'unconfirmed', hint: 'Which apartment or unit is it?' }
    case 'S':
      return { status: 'unconfirmed', hint: 'We found the building, but not this apartment or unit.' }
    default:
      return { status: 'unconfirmed' }
  }
}

function suggestionOf(place: Place, { delivery_line_1, components }: z.output<typeof Candidate>): Place {
  const unit = [components.secondary_designator, components.secondary_number].filter(Boolean).join(' ')
  const [street1, street2] = separateUnit(delivery_line_1, unit, place)
  return {
    street1,
    street2,
    city: components.city_name,
    state: components.state_abbreviation,
    zip: components.zipcode,
  }
}

/** USPS appends the unit to the street; a shopper who typed it on its own line keeps that line. */
function separateUnit(line: string, unit: string, { street2 }: Place): [string, string] {
  if (!street2 || !unit || !line.endsWith(` ${unit}`)) return [line, '']
  return [line.slice(0, -unit.length - 1), unit]
}
