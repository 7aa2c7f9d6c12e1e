/** For the tests of src/picture-process.ts: returns its process id, unless it's told to crash or fail. */
export async function encode(bytes) {
  const wish = String(Buffer.from(bytes))
  if (wish === 'crash') process.kill(process.pid, 'SIGSEGV')
  if (wish === 'fail') throw new Error('not a picture')
  return Buffer.from(String(process.pid))
}
