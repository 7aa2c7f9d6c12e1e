type Close = () => void

const withFile: Close[] = []
const withTest: Close[] = []
let isInTest = false

/** An answer that nobody read to its end may still be written when its test is over. */
const STAY_OPEN = 8

/** Keeps something open as long as the file of tests runs that opened it; its worker goes on with others. */
export const closeWithFile = (close: Close) => void withFile.push(close)

/** What a test opens ends soon after it, and leaves its memory to others; what is opened outside of tests stays for the file. */
export const closeWithTest = (close: Close) => void (isInTest ? withTest : withFile).push(close)

export function beginTest() {
  isInTest = true
}

export function endTest() {
  isInTest = false
  closeAll(withTest.splice(0, Math.max(0, withTest.length - STAY_OPEN)))
}

/** For a test of many worlds, one after another. */
export const closeWhatTestOpened = () => closeAll(withTest.splice(0))

export function closeWhatIsOpen() {
  closeWhatTestOpened()
  closeAll(withFile.splice(0))
}

function closeAll(open: Close[]) {
  for (const close of open) close()
}
