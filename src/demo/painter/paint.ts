/** `npm run pictures`: paints what the shelves ask for and has changed since the last run. `-- --all` paints everything, `-- NAME…` what begins so. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { hexOf } from './colour.ts'
import { type Commission, commissions, hashOf } from './commissions.ts'
import { MANIFEST_PATH, type Manifest, type PictureEntry, readManifest, WIDTHS } from './manifest.ts'
import { paintOpenGraph } from './open-graph.ts'

const FOLDER = 'public/pictures'
/**
 * The whole shop must stay well under 25 MB. Cuts are all grain: they bear strong compression, and a touch of
 * softness at the larger widths, which saves a fifth. Skies show every block and are few.
 */
const QUALITY = { cut: { 480: 68, 800: 60, 1280: 52 }, scene: { 480: 80, 800: 80, 1280: 78 } }
const SOFTEN = 0.65
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const everything = process.argv.includes('--all')

sharp.concurrency(1)
mkdirSync(FOLDER, { recursive: true })
await paintAll(commissions())

async function paintAll(list: Commission[]) {
  const manifest = readManifest()
  let painted = 0
  for (const commission of list) {
    const hash = hashOf(commission)
    const known = manifest[commission.name]
    if (isCurrent(commission, hash, known)) {
      manifest[commission.name] = { ...known, alt: commission.alt }
      continue
    }
    manifest[commission.name] = await deliver(commission, hash)
    painted++
    keep(manifest, list)
    console.info(`painted ${commission.name}`)
  }
  keep(manifest, list)
  if (painted > 0) await paintOpenGraph(FOLDER)
  sweep(manifest)
  console.info(`${painted} painted, ${list.length - painted} unchanged`)
}

function isCurrent(
  { name }: Commission,
  hash: string,
  known: PictureEntry | undefined,
): known is PictureEntry {
  if (wanted.length > 0) return known !== undefined && !wanted.some((start) => name.startsWith(start))
  return !everything && known?.hash === hash
}

async function deliver(
  { name, kind, alt, width, height, paint }: Commission,
  hash: string,
): Promise<PictureEntry> {
  const full = await (await paint()).png({ compressionLevel: 1 }).toBuffer()
  const files: Record<string, string> = {}
  for (const wide of widthsFor(width)) {
    const file = `${name}-${wide}.webp`
    const resized = sharp(full).resize({ width: wide })
    const quality = QUALITY[kind][wide <= 480 ? 480 : wide <= 800 ? 800 : 1280]
    await (kind === 'cut' && wide > 480 ? resized.blur(SOFTEN) : resized)
      .webp({ quality, effort: 5, preset: 'photo' })
      .toFile(`${FOLDER}/${file}`)
    files[wide] = `/pictures/${file}`
  }
  return {
    width,
    height,
    alt,
    colour: await meanColour(sharp(full)),
    files,
    hash,
  }
}

function widthsFor(width: number): number[] {
  return width > 1280 ? [800, 1280, width] : [...WIDTHS]
}

async function meanColour(picture: Sharp): Promise<string> {
  const { channels } = await picture.stats()
  const [red, green, blue] = channels.map((channel) => channel.mean)
  return hexOf(red ?? 0, green ?? 0, blue ?? 0)
}

/** Written after each picture, in a steady order, so that a run cut short loses nothing. */
function keep(manifest: Manifest, list: Commission[]) {
  const current = list.flatMap(({ name }) => (manifest[name] ? [[name, manifest[name]] as const] : []))
  writeFileSync(MANIFEST_PATH, `${JSON.stringify(Object.fromEntries(current), null, 1)}\n`)
}

/** Takes away files that no entry names any more. */
function sweep(manifest: Manifest) {
  const named = new Set(Object.values(manifest).flatMap((entry) => Object.values(entry.files)))
  for (const file of readdirSync(FOLDER))
    if (/-\d+\.webp$/.test(file) && !named.has(`/pictures/${file}`)) rmSync(`${FOLDER}/${file}`)
}
