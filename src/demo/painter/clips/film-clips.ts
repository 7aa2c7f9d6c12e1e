/** The demo's videos: slow moves over painted pictures, with captions. */
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { FILM_HEIGHT, FILM_WIDTH, FILMS, type Film, SHOT_SECONDS } from '../../videos.ts'
import { smooth } from '../noise.ts'

const FOLDER = 'public/clips'
const FRAMES_A_SECOND = 12
const SHOT_FRAMES = SHOT_SECONDS * FRAMES_A_SECOND
const FADE_FRAMES = 6
/** Painted larger, so that the slow move has no steps. */
const OVERSIZE = 3
const ZOOM = 0.16

/** @param ffmpeg its path; it must know VP9 and H.264 */
export async function filmClips(ffmpeg: string) {
  mkdirSync(FOLDER, { recursive: true })
  for (const film of FILMS) {
    writeFileSync(`${FOLDER}/${film.uri}.vtt`, captionsOf(film))
    const frames = await framesOf(film)
    for (const [ending, encoding] of Object.entries(ENCODINGS))
      await encode(ffmpeg, frames, [...encoding, '-an', `${FOLDER}/${film.uri}.${ending}`])
    console.info(`filmed ${film.uri}`)
  }
}

function captionsOf({ lines }: Film): string {
  const at = (seconds: number) => `00:00:${String(seconds).padStart(2, '0')}.000`
  const cues = lines.map(
    (line, shot) => `${at(shot * SHOT_SECONDS)} --> ${at((shot + 1) * SHOT_SECONDS)}\n${line}\n`,
  )
  return ['WEBVTT\n', ...cues].join('\n')
}

/** WebM for browsers that have it, MP4 for older phones. */
const ENCODINGS = {
  webm: ['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '40', '-row-mt', '1'],
  mp4: ['-c:v', 'libx264', '-crf', '27', '-preset', 'slow', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'],
}

async function encode(ffmpeg: string, frames: Buffer[], output: string[]) {
  const input = ['-f', 'image2pipe', '-c:v', 'mjpeg', '-r', String(FRAMES_A_SECOND), '-i', '-']
  const encoder = spawn(ffmpeg, ['-y', '-loglevel', 'error', ...input, ...output])
  const ended = new Promise<void>((resolve, reject) => {
    encoder.on('error', reject)
    encoder.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))))
  })
  encoder.stderr.pipe(process.stderr)
  encoder.stdin.end(Buffer.concat(frames))
  await ended
}

async function framesOf({ shots }: Film): Promise<Buffer[]> {
  const stills = await Promise.all(shots.map(oversized))
  const frames: Buffer[] = []
  for (let frame = 0; frame < shots.length * SHOT_FRAMES; frame++)
    frames.push(
      await sharp(await frameAt(stills, frame), { raw: RAW })
        .jpeg({ quality: 92 })
        .toBuffer(),
    )
  return frames
}

const RAW = { width: FILM_WIDTH, height: FILM_HEIGHT, channels: 3 } as const

type Still = { pixels: Buffer; width: number; height: number }

async function oversized(name: string): Promise<Still> {
  const [width, height] = [FILM_WIDTH * OVERSIZE, FILM_HEIGHT * OVERSIZE]
  const pixels = await sharp(`public/pictures/${name}-1280.webp`)
    .resize(width, height, { fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer()
  return { pixels, width, height }
}

/** The next shot fades in over the end of each. */
async function frameAt(stills: Still[], frame: number): Promise<Buffer> {
  const shot = Math.floor(frame / SHOT_FRAMES)
  const inShot = frame % SHOT_FRAMES
  const now = await view(stills[shot], inShot / SHOT_FRAMES, shot)
  const next = stills[shot + 1]
  const left = SHOT_FRAMES - inShot
  if (!next || left > FADE_FRAMES) return now
  const coming = await view(next, 0, shot + 1)
  const share = 1 - left / (FADE_FRAMES + 1)
  return now.map((value, at) => value + ((coming[at] ?? 0) - value) * share) as Buffer
}

/** Closer with time, or farther in every other shot. */
async function view(still: Still | undefined, time: number, shot: number): Promise<Buffer> {
  if (!still) throw new Error('a film has no such shot')
  const { pixels, width, height } = still
  const eased = smooth(0, 1, time)
  const cut = 1 - ZOOM * (shot % 2 === 0 ? eased : 1 - eased)
  const [w, h] = [Math.round(width * cut), Math.round(height * cut)]
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .extract({ left: Math.round((width - w) / 2), top: Math.round((height - h) / 2), width: w, height: h })
    .resize(FILM_WIDTH, FILM_HEIGHT)
    .raw()
    .toBuffer()
}
