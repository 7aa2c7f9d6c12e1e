import { spread } from '../support/guesses.ts'
import { figures } from './figures.ts'
import type { Proof, Verdict } from './proof.ts'

const NETWORKS = 1_000

export const guesses: Proof = {
  name: 'guesses',
  promise: `${figures.guesses} guesses of gift card codes over ${NETWORKS} networks find none and lock no owner out`,
  play,
}

async function play(): Promise<Verdict> {
  const seen = await spread({ networks: NETWORKS, guesses: figures.guesses / NETWORKS, perRange: 4 })
  const isAsked = seen.answered + seen.refused === figures.guesses
  const isLimited = seen.answered <= NETWORKS * 20
  return { ok: seen.found === 0 && seen.honest === 200 && isAsked && isLimited, told: seen }
}
