import { liveWithMembers } from '../process/scenarios/members.ts'
import { withProcesses } from '../support/processes.ts'
import { figures } from './figures.ts'
import type { Proof } from './proof.ts'

export const members: Proof = {
  name: 'members',
  promise: `${figures.members} members for ${figures.days} days, killed ${figures.memberKills} times, with declines, outages and wrong clocks: one box a period, none without consent and reminders or above them, both ledgers equal`,
  play: () =>
    withProcesses(async (scene) => {
      const { members, memberKills: kills, days, seed } = figures
      const { problems, ...told } = await liveWithMembers(scene, { members, kills, days, seed })
      return {
        ok: problems.length === 0 && told.kills === kills && told.placed > members,
        told: { ...told, problems },
      }
    }),
}
