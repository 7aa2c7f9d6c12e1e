import { expect, test } from 'vitest'
import { faultsOf } from '../../support/simulation/invariants.ts'
import { memberShopOf, playMembersDay } from '../../support/simulation/member-days.ts'
import { memberFaults, memberTally } from '../../support/simulation/member-faults.ts'
import { gatherMembers } from '../../support/simulation/members.ts'
import { openSeason } from '../../support/simulation/season.ts'

/** `npm run proof -- members` simulates half a year, with real processes that are killed. */
const DAYS = 30
const MEMBERS = 200

test('SIM-1 MEM-4 over a month with faults, members get one box a period, only with consent and reminders, within its limits', {
  timeout: 480_000,
}, async () => {
  const season = await openSeason(18)
  const members = memberShopOf(season)
  await gatherMembers(members, MEMBERS)
  for (let day = 1; day <= DAYS; day++) {
    await playMembersDay(season, members, 3)
    const faults = [...faultsOf(season.shop()), ...memberFaults(members.db(), members.now())]
    expect(faults, `day ${day}`).toEqual([])
  }
  const told = memberTally(members.db())
  expect(told.placed).toBeGreaterThan(MEMBERS / 3)
  const { skipped, troubled, canceled, changed, dearer, moved } = told
  expect(
    Math.min(skipped, troubled, canceled, changed, dearer, moved, season.crashes()),
    JSON.stringify(told),
  ).toBeGreaterThan(0)
})
