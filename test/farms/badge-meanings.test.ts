import { expect, test } from 'vitest'
import { badgeMeaning, claimsOf } from '#src/farms/badges.ts'

test('COM-1 a badge named like a property of every object has no meaning of ours', () => {
  expect(badgeMeaning('constructor')).toBeNull()
  expect(claimsOf({ badges: ['toString', 'Organic'], badgeProofs: [] })).toEqual([
    { badge: 'toString', claim: null, proof: null },
    { badge: 'Organic', claim: 'Certified organic land, feed and animals.', proof: null },
  ])
})
