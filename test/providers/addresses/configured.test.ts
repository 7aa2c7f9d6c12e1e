import { expect, test } from 'vitest'
import { createAddressFinder, createAddressVerifier } from '#src/delivery/address-services.ts'
import { createLog } from '#src/log.ts'
import { outsideServer } from '../../support/outside-server.ts'
import { testConfig, world } from '../../support/world.ts'

const PIKE = { street1: '1912 Pike Pl', street2: '', city: 'Seattle', state: 'WA', zip: '98101' }
const log = createLog('silent')
const clock = { now: () => 0 }

test("OPS-4 the configured verifier checks addresses, or else the shop's own list", async () => {
  const { db } = await world()
  const server = await outsideServer(() => [])
  const verifier = { key: 'an-id:a-token', url: `${server.url}/street-address` }
  const hosted = { ...testConfig, addresses: { verifier, mapsKey: null } }
  expect(await createAddressVerifier(hosted, db, log, clock).verify(PIKE)).toEqual({ status: 'unconfirmed' })
  expect(await createAddressVerifier(testConfig, db, log, clock).verify(PIKE)).toEqual({
    status: 'confirmed',
  })
  expect(server.asked).toHaveLength(1)
})

test("OPS-4 with a maps key suggestions come from Google Maps, or else from the shop's own list", async () => {
  const { db } = await world()
  const mapped = { ...testConfig, addresses: { verifier: null, mapsKey: 'a-key' } }
  expect(createAddressFinder(mapped, db, log).source).toBe('Google Maps')
  const own = createAddressFinder(testConfig, db, log)
  expect(own.source).toBeNull()
  expect(await own.find('x', 'y')).toBeNull()
  expect(await own.suggest({ typed: '12 Elm St 98101', session: 'y', near: null })).toHaveLength(1)
})
