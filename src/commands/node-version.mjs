/** Runs before anything else, on any Node, so it may use only what Node 12 knows. */
const [major, minor] = process.versions.node.split('.').map(Number)

if ((major === 20 && minor < 11) || major < 20 || major === 21 || (major === 22 && minor < 12)) {
  process.stderr.write(
    `Droveway runs on Node 20.11 or newer 20.x, and on 22.12 and newer; this is ${process.version}.\n`,
  )
  process.exit(1)
}
