import type { Logger } from 'pino'
import type { Db } from '#db/client.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { cachedVerifier } from '../providers/addresses/cached-verifier.ts'
import type { AddressFinder } from '../providers/addresses/finder.ts'
import { GOOGLE_PLACES_URL, googleFinder } from '../providers/addresses/google-finder.ts'
import { SMARTY_URL, smartyVerifier } from '../providers/addresses/smarty-verifier.ts'
import type { AddressVerifier } from '../providers/addresses/verifier.ts'
import { embeddedFinder } from './embedded-finder.ts'
import { embeddedVerifier } from './embedded-verifier.ts'

export function createAddressVerifier(
  { addresses }: Config,
  db: Db,
  log: Logger,
  wallClock: Clock,
): AddressVerifier {
  const { verifier } = addresses
  if (!verifier) return embeddedVerifier(db)
  const { key, url } = verifier
  return cachedVerifier(smartyVerifier({ url: url ?? SMARTY_URL, key, log }), wallClock)
}

export function createAddressFinder({ addresses }: Config, db: Db, log: Logger): AddressFinder {
  const embedded = embeddedFinder(db)
  if (!addresses.mapsKey) return embedded
  return googleFinder({ url: GOOGLE_PLACES_URL, key: addresses.mapsKey, log, fallback: embedded })
}
