/**
 * Takes the last pick of a full group that is not `keep` out of `picked`.
 * @returns it; null if the group holds nothing else
 */
export function swapOut<Pick>(picked: Pick[], group: Pick[], keep: Pick): Pick | null {
  const last = picked.findLastIndex((pick) => pick !== keep && group.includes(pick))
  if (last < 0) return null
  const [out] = picked.splice(last, 1)
  return out ?? null
}
