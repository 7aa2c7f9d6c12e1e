import { expect, test } from 'vitest'
import { clientNetwork } from '#src/web/client-network.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:50123', '203.0.113.9'],
  ['[2001:db8:1:1::1]:50123', '2001:db8:1:1::'],
  ['[2001:db8:1:1::1]', '2001:db8:1:1::'],
  ['2001:db8:1:1::1', '2001:db8:1:1::'],
  ['2001:0DB8:0001:0001:ffff:ffff:ffff:ffff', '2001:db8:1:1::'],
  ['2001:db8::1:2:3', '2001:db8:0:0::'],
  ['2001:db8:1:2:3::', '2001:db8:1:2::'],
  ['fe80::1%eth0', 'fe80:0:0:0::'],
  ['::1', '0:0:0:0::'],
  ['::', '0:0:0:0::'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::'],
  ['::1:2:3:4:203.0.113.9', '0:0:1:2::'],
  ['in-process', 'in-process'],
  ['not an address', 'not an address'],
])('SEC-3 %s counts as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})
