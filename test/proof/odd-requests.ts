import { closeWhatIsOpen } from '../support/close-afterwards.ts'
import { playOddRequests, SENDERS } from '../support/odd-requests.ts'
import { figures } from './figures.ts'
import type { Proof, Verdict } from './proof.ts'

const ROUNDS = 1_600

export const oddRequests: Proof = {
  name: 'odd-requests',
  promise: `${figures.oddRequests} odd requests of each kind of visitor get a 4xx or an answer, never a 5xx, a hang or a trace`,
  play,
}

async function play(): Promise<Verdict> {
  const told = { sent: 0, problems: [] as string[] }
  for (const sender of SENDERS) {
    for (let sent = 0; sent < figures.oddRequests; sent += ROUNDS) {
      const { problems } = await playOddRequests(sender, figures.seed + sent / ROUNDS, ROUNDS)
      closeWhatIsOpen()
      told.sent += ROUNDS
      told.problems.push(...problems)
    }
  }
  return { ok: told.problems.length === 0, told }
}
