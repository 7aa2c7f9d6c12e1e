const inMemory = new Set<string>()

/** In local storage, or, where that is blocked, in memory until the next full page load. */
export function isRemembered(flag: string): boolean {
  try {
    return inMemory.has(flag) || localStorage.getItem(flag) !== null
  } catch {
    return inMemory.has(flag)
  }
}

export function remember(flag: string) {
  inMemory.add(flag)
  try {
    localStorage.setItem(flag, '1')
  } catch {
    // blocked, so the flag stays in memory
  }
}
