const MIN_ID = 100_000
const ID_RANGE = 900_000

/** Six digits that tell one open modal from another (MOD-1). */
export function newTrapId(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return String(MIN_ID + (number % ID_RANGE))
}
