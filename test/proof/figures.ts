import { fail } from './fail.ts'

/** The proofs' full sizes. Environment variables make them smaller, and PROOF_SEED draws other moments. */
export const figures = {
  buyers: 2_000,
  units: 50,
  repeats: from('PROOF_REPEATS', 20),
  orders: from('PROOF_ORDERS', 200),
  kills: from('PROOF_KILLS', 200),
  exportOrders: from('PROOF_EXPORT_ORDERS', 5_000),
  exportKills: from('PROOF_EXPORT_KILLS', 20),
  syncs: from('PROOF_SYNCS', 500),
  sockets: from('PROOF_SOCKETS', 2_000),
  worlds: from('PROOF_WORLDS', 200),
  oddRequests: from('PROOF_ODD_REQUESTS', 9_600),
  reviews: from('PROOF_REVIEWS', 10_000),
  pictures: from('PROOF_PICTURES', 200),
  backups: from('PROOF_BACKUPS', 20),
  guesses: from('PROOF_GUESSES', 100_000),
  rounds: from('PROOF_ROUNDS', 50),
  days: from('PROOF_DAYS', 183),
  members: from('PROOF_MEMBERS', 200),
  memberKills: from('PROOF_MEMBER_KILLS', 100),
  renewals: from('PROOF_RENEWALS', 10_000),
  seed: from('PROOF_SEED', 1),
}

function from(name: string, otherwise: number): number {
  const given = Number(process.env[name] ?? otherwise)
  return Number.isInteger(given) && given > 0 ? given : fail(`${name} is a number of at least 1.`)
}
