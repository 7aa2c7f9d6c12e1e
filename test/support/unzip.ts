import { inflateRawSync } from 'node:zlib'

const END_OF_DIRECTORY = 0x06054b50
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30

/** The files in a ZIP by name, read through its central directory as any program does. */
export function unzip(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || zip.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('the ZIP is cut off')
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const start = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    files.set(name, (method === 0 ? bytes : inflateRawSync(bytes)).toString('utf8'))
    at += ENTRY_BYTES + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
