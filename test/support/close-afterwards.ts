const open = new Set<() => void>()

/** Keeps something open as long as the file of tests runs that opened it; its worker goes on with others. */
export const closeWithFile = (close: () => void) => void open.add(close)

export function closeWhatIsOpen() {
  for (const close of open) close()
  open.clear()
}
