const lines = new Map<string, Promise<unknown>>()

/**
 * Lets work on one thing wait for the work on it before, within this process. A courtesy to the provider and the
 * shopper: two clicks make one call at a time. What makes them one payment are the keys and conditions below it.
 */
export function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = lines.get(key) ?? Promise.resolve()
  const mine = before.then(work, work)
  const settled = mine.catch(() => undefined)
  lines.set(key, settled)
  void settled.then(() => {
    if (lines.get(key) === settled) lines.delete(key)
  })
  return mine
}

const shared = new Map<string, Promise<unknown>>()

/** The same work asked for again while it is under way is done once, and everybody gets its one answer. */
export function together<T>(key: string, work: () => Promise<T>): Promise<T> {
  const underWay = shared.get(key)
  // Safe: what a key names is the work itself, so its answer is of one kind.
  if (underWay) return underWay as Promise<T>
  const mine = work().finally(() => shared.delete(key))
  shared.set(key, mine)
  return mine
}
