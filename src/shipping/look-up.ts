import { CarrierError } from '../providers/shipping/carrier.ts'

/** A carrier that can't be asked says nothing about an earlier try, even if nobody took the question. */
export async function lookUp<Found>(asked: Promise<Found>): Promise<Found> {
  try {
    return await asked
  } catch (error) {
    throw error instanceof CarrierError ? new CarrierError('unknown', error.code, error.message) : error
  }
}
