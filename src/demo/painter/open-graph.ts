/** The image for shared links: the hero picture with the logo on it. */
import sharp from 'sharp'

export async function paintOpenGraph(folder: string): Promise<void> {
  const mark = await sharp(`${folder}/mark.svg`, { density: 300 }).resize(150).png().toBuffer()
  const veil = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><defs><linearGradient id="v" x1="0" x2="1"><stop offset="0" stop-color="#211a15" stop-opacity=".55"/><stop offset=".6" stop-color="#211a15" stop-opacity="0"/></linearGradient></defs><rect width="1200" height="630" fill="url(#v)"/></svg>',
  )
  await sharp(`${folder}/hero-1280.webp`)
    .resize(1200, 630, { fit: 'cover', position: 'bottom' })
    .composite([{ input: veil }, { input: mark, left: 72, top: 72 }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(`${folder}/open-graph.jpg`)
}
