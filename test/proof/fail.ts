export function fail(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
