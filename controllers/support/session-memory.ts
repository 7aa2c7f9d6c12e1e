const here = new Set<string>()

/** Whether this browser was told to remember it; where it may keep nothing, as long as the page lives. */
export function isRemembered(flag: string): boolean {
  try {
    return here.has(flag) || localStorage.getItem(flag) !== null
  } catch {
    return here.has(flag)
  }
}

export function remember(flag: string) {
  here.add(flag)
  try {
    localStorage.setItem(flag, '1')
  } catch {
    // nothing may be kept: it is remembered here
  }
}
