export type Verdict = { ok: boolean; told: unknown }

/** `play` returns null if this machine can't run it. */
export type Proof = { name: string; promise: string; play: () => Promise<Verdict> | null }

export function isClean({ odd, problems }: { odd: string[]; problems: string[] }): boolean {
  return odd.length === 0 && problems.length === 0
}
