/** `npm run pictures` paints what changed since the last run; `-- --all` everything, `-- NAME…` by prefix, `-- --clips FFMPEG` the videos, with that ffmpeg. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import sharp, { type Sharp } from 'sharp'
import { filmClips } from './clips/film-clips.ts'
import { hexOf } from './color.ts'
import { MANIFEST_PATH, type Manifest, type PictureEntry, readManifest, WIDTHS } from './manifest.ts'
import { paintOpenGraph } from './open-graph.ts'
import { hashOf, type PictureSpec, pictureSpecs } from './picture-specs.ts'

const FOLDER = 'public/pictures'
/**
 * Keeps all pictures well under 25 MB. Cuts are grainy, so they tolerate strong compression, and softening the larger
 * widths slightly saves a fifth. Skies show every artifact, but there are few of them.
 */
const QUALITY = { cut: { 480: 68, 800: 60, 1280: 52 }, scene: { 480: 80, 800: 80, 1280: 78 } }
const SOFTEN = 0.65
const { positionals: requestedNames, values } = parseArgs({
  options: { all: { type: 'boolean', default: false }, clips: { type: 'string' } },
  allowPositionals: true,
})
const paintsAll = values.all

sharp.concurrency(1)
mkdirSync(FOLDER, { recursive: true })
if (values.clips) await filmClips(values.clips)
else await paintAll(pictureSpecs())

async function paintAll(specs: PictureSpec[]) {
  const manifest = readManifest()
  let painted = 0
  for (const spec of specs) {
    const hash = hashOf(spec)
    const existing = manifest[spec.name]
    if (isCurrent(spec, hash, existing)) {
      manifest[spec.name] = { ...existing, alt: spec.alt }
      continue
    }
    manifest[spec.name] = await writePicture(spec, hash)
    painted++
    writeManifest(manifest, specs)
    console.info(`painted ${spec.name}`)
  }
  writeManifest(manifest, specs)
  if (painted > 0) await paintOpenGraph(FOLDER)
  deleteStaleFiles(manifest)
  console.info(`${painted} painted, ${specs.length - painted} unchanged`)
}

function isCurrent(
  { name }: PictureSpec,
  hash: string,
  existing: PictureEntry | undefined,
): existing is PictureEntry {
  if (requestedNames.length > 0)
    return existing !== undefined && !requestedNames.some((start) => name.startsWith(start))
  return !paintsAll && existing?.hash === hash
}

async function writePicture(
  { name, kind, alt, width, height, paint, thumbnail }: PictureSpec,
  hash: string,
): Promise<PictureEntry> {
  const full = await (await paint()).png({ compressionLevel: 1 }).toBuffer()
  const files: Record<string, string> = {}
  for (const targetWidth of [...(thumbnail ? [thumbnail] : []), ...widthsFor(width)]) {
    const file = `${name}-${targetWidth}.webp`
    const resized = sharp(full).resize({ width: targetWidth })
    const quality = QUALITY[kind][targetWidth <= 480 ? 480 : targetWidth <= 800 ? 800 : 1280]
    await (kind === 'cut' && targetWidth > 480 ? resized.blur(SOFTEN) : resized)
      .webp({ quality, effort: 5, preset: 'photo' })
      .toFile(`${FOLDER}/${file}`)
    files[targetWidth] = `/pictures/${file}`
  }
  return {
    width,
    height,
    alt,
    colour: await meanColor(sharp(full)),
    files,
    hash,
  }
}

function widthsFor(width: number): number[] {
  return width > 1280 ? [800, 1280, width] : [...WIDTHS]
}

async function meanColor(picture: Sharp): Promise<string> {
  const { channels } = await picture.stats()
  const [red, green, blue] = channels.map((channel) => channel.mean)
  return hexOf(red ?? 0, green ?? 0, blue ?? 0)
}

/** Called after each picture, in a stable order, so that an interrupted run loses nothing. */
function writeManifest(manifest: Manifest, specs: PictureSpec[]) {
  const current = specs.flatMap(({ name }) => (manifest[name] ? [[name, manifest[name]] as const] : []))
  writeFileSync(MANIFEST_PATH, `${JSON.stringify(Object.fromEntries(current), null, 1)}\n`)
}

function deleteStaleFiles(manifest: Manifest) {
  const namedFiles = new Set(Object.values(manifest).flatMap((entry) => Object.values(entry.files)))
  for (const file of readdirSync(FOLDER))
    if (/-\d+\.webp$/.test(file) && !namedFiles.has(`/pictures/${file}`)) rmSync(`${FOLDER}/${file}`)
}
