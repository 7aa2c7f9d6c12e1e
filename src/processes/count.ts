const MAX_PROCESSES = 64

/** How many processes serve the shop, from the option `--processes`; null if that is no such number. */
export function processCount(typed: string): number | null {
  const count = /^\d{1,2}$/.test(typed) ? Number(typed) : 0
  return count >= 1 && count <= MAX_PROCESSES ? count : null
}
