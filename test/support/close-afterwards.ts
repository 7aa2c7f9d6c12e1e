type Close = () => void

const withFile: Close[] = []
const withTest: Close[] = []
let isInTest = false

/** How many of a test's resources stay open after it: a response that wasn't read to its end may still be streaming. */
const STAY_OPEN = 8

/** Closes after the test file that opened it; the worker goes on to other files. */
export const closeWithFile = (close: Close) => void withFile.push(close)

/** Closes soon after the current test, to free its memory; opened outside of a test, after the file. */
export const closeWithTest = (close: Close) => void (isInTest ? withTest : withFile).push(close)

export function beginTest() {
  isInTest = true
}

export function endTest() {
  isInTest = false
  closeAll(withTest.splice(0, Math.max(0, withTest.length - STAY_OPEN)))
}

/** For a test that opens many worlds in turn. */
export const closeWhatTestOpened = () => closeAll(withTest.splice(0))

export function closeWhatIsOpen() {
  closeWhatTestOpened()
  closeAll(withFile.splice(0))
}

function closeAll(open: Close[]) {
  for (const close of open) close()
}
