/** Pantry goods: a jar, tin or pouch on a table in front of a wall, in the same light as the cuts. */
import sharp, { type Sharp } from 'sharp'
import { blend, hexOf, type Rgb, rgb, toByte } from './color.ts'
import { develop } from './cut-picture.ts'
import { LABEL, type LabelText, labelSvg } from './label.ts'
import { clouds, noise, smooth } from './noise.ts'
import { palettes } from './palettes.ts'
import type { CutPicture } from './scene.ts'
import { surface } from './surfaces.ts'

const EDGE = 0.7

export async function paintJar(picture: CutPicture, text: LabelText, width: number): Promise<Sharp> {
  const height = Math.round(width * 0.75)
  const room = develop(roomAt(picture, width, height), width, height)
  const figure = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1200 900">${vessels[picture.plan === 'tin' ? 'tin' : picture.plan === 'pouch' ? 'pouch' : 'jar'](picture, text)}</svg>`
  return sharp(
    await room
      .composite([{ input: Buffer.from(figure) }])
      .png()
      .toBuffer(),
  )
}

function roomAt({ surface: kind, seed }: CutPicture, width: number, height: number): Float32Array {
  const table = surface(kind, seed, width, height)
  const wall = wallColours[seed % wallColours.length] as readonly [Rgb, Rgb]
  const edge = Math.floor(height * EDGE)
  const out = new Float32Array(table.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      if (y >= edge) {
        const deep = (y - edge) / (height - edge)
        const from = (Math.floor(height * (1 - 0.55 * (1 - deep) - 0.02)) * width + x) * 3
        for (let ch = 0; ch < 3; ch++) out[at + ch] = (table[from + ch] as number) * (0.74 + 0.3 * deep)
        continue
      }
      const u = (x / width) * 1200
      const v = (y / height) * 900
      const plaster = clouds(u / 240, v / 180, seed, 5) * 0.8 + noise(u / 3, v / 3, seed) * 0.12
      const beam = smooth(900, 200, u + v * 0.9) * 0.2
      const c = blend(wall[0], wall[1], plaster + beam)
      const near = 0.8 + 0.2 * smooth(0, 40, edge - y)
      for (let ch = 0; ch < 3; ch++) out[at + ch] = (c[ch] as number) * near
    }
  return out
}

const wallColours = [
  [rgb('#a9b09a'), rgb('#ccd0ba')],
  [rgb('#b9a98f'), rgb('#ddd0b8')],
  [rgb('#8fa3a8'), rgb('#b8c6c6')],
  [rgb('#b58f7c'), rgb('#d8b7a2')],
] as const

const css = (c: Rgb) => hexOf(toByte(c[0]), toByte(c[1]), toByte(c[2]))

const defs = ({ flesh }: CutPicture) => {
  const p = palettes[flesh]
  return `<defs>
  <linearGradient id="body" x1="0" x2="1"><stop offset="0" stop-color="${css(p.deep)}"/><stop offset=".22" stop-color="${css(p.bright)}"/><stop offset=".5" stop-color="${css(p.lean)}"/><stop offset="1" stop-color="${css(p.deep)}"/></linearGradient>
  <linearGradient id="metal" x1="0" x2="1"><stop offset="0" stop-color="#6d6a63"/><stop offset=".2" stop-color="#f1efe9"/><stop offset=".42" stop-color="#a5a29a"/><stop offset=".8" stop-color="#7d7a72"/><stop offset="1" stop-color="#4d4b46"/></linearGradient>
  <linearGradient id="kraft" x1="0" x2="1"><stop offset="0" stop-color="#a98558"/><stop offset=".25" stop-color="#d3b083"/><stop offset=".6" stop-color="#bf9a6b"/><stop offset="1" stop-color="#8c6c45"/></linearGradient>
  <linearGradient id="round" x1="0" x2="1"><stop offset="0" stop-color="#000" stop-opacity=".34"/><stop offset=".2" stop-color="#fff" stop-opacity=".1"/><stop offset=".55" stop-color="#000" stop-opacity=".02"/><stop offset="1" stop-color="#000" stop-opacity=".42"/></linearGradient>
  <filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="16"/></filter><filter id="mist"><feGaussianBlur stdDeviation="3"/></filter></defs>`
}

const fall = (cx: number, foot: number, rx: number) =>
  `<ellipse cx="${cx + 70}" cy="${foot - 6}" rx="${rx * 1.25}" ry="34" fill="#0c0704" opacity=".5" filter="url(#soft)"/><ellipse cx="${cx + 8}" cy="${foot - 2}" rx="${rx * 1.02}" ry="17" fill="#0c0704" opacity=".55" filter="url(#mist)"/>`

const labelAt = (text: LabelText, x: number, y: number, width: number) =>
  `<g transform="translate(${x} ${y}) scale(${width / LABEL.width})">${labelSvg(text)
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>$/, '')}</g>`

type Vessel = (picture: CutPicture, text: LabelText) => string

const GLASS =
  'M430 190V212Q430 224 412 234 392 246 392 280V752Q392 802 444 802H756Q808 802 808 752V280Q808 246 788 234 770 224 770 212V190Z'

const jar: Vessel = (picture, text) => `${defs(picture)}${fall(600, 796, 208)}
  <path d="${GLASS}" fill="#dfe9e6" opacity=".42"/>
  <path d="M398 270V752Q398 796 444 796H756Q802 796 802 752V270Q700 282 600 282T398 270Z" fill="url(#body)"/>
  <path d="M398 270Q500 260 600 260T802 270Q700 284 600 284T398 270Z" fill="${css(palettes[picture.flesh].bright)}"/>
  <path d="${GLASS}" fill="url(#round)"/><path d="${GLASS}" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="3"/>
  ${labelAt(text, 408, 420, 384)}<path d="M408 420H792V660H408Z" fill="url(#round)" opacity=".75"/>
  <path d="M424 262V764" stroke="#fff" stroke-width="15" stroke-opacity=".55" stroke-linecap="round" filter="url(#mist)"/><path d="M784 276V744" stroke="#fff" stroke-width="6" stroke-opacity=".28" stroke-linecap="round" filter="url(#mist)"/>
  <path d="M414 112Q414 100 430 100H770Q786 100 786 112V190Q786 204 770 204H430Q414 204 414 190Z" fill="url(#metal)"/><path d="M414 124H786M414 144H786M414 164H786M414 184H786" stroke="#000" stroke-opacity=".12" stroke-width="3"/>`

const tin: Vessel = (picture, text) => `${defs(picture)}${fall(600, 790, 300)}
  <path d="M290 470V750Q290 796 600 796T910 750V470Z" fill="url(#metal)"/>
  <path d="M290 520V700Q290 746 600 746T910 700V520Q910 566 600 566T290 520Z" fill="${css(palettes[picture.flesh].lean)}" opacity=".92"/><path d="M290 470V750Q290 796 600 796T910 750V470Z" fill="url(#round)"/>
  <ellipse cx="600" cy="470" rx="310" ry="62" fill="#d7d4cc"/><ellipse cx="600" cy="470" rx="292" ry="54" fill="#b4b1a9"/><ellipse cx="600" cy="474" rx="268" ry="46" fill="#cfccc4"/><path d="M560 452q60 -16 110 4q-30 22 -104 12Z" fill="#e9e7e1" stroke="#8d8a82" stroke-width="4"/>
  ${labelAt(text, 444, 556, 312)}`

const pouch: Vessel = (picture, text) => `${defs(picture)}${fall(600, 800, 240)}
  <path d="M392 150H808L816 210 826 470 838 770Q840 802 800 804 600 816 400 804 360 802 362 770L374 470 384 210Z" fill="url(#kraft)"/>
  <path d="M392 150H808L812 196H388Z" fill="#7d603d" opacity=".4"/><path d="M392 160H808M391 174H809M390 188H810" stroke="#000" stroke-opacity=".14" stroke-width="3"/>
  <path d="M384 210L374 470 362 770Q360 802 400 804 440 806 452 806 420 640 430 420 436 300 420 210Z" fill="#fff" opacity=".12"/><path d="M780 210Q762 420 786 640 792 740 770 805L800 804Q840 802 838 770L826 470 816 210Z" fill="#000" opacity=".16"/>
  <path d="M400 720q200 40 400 0l30 60q-10 24 -40 24 -190 12 -390 0 -30 -2 -34 -20Z" fill="#000" opacity=".12"/>
  ${labelAt(text, 412, 330, 376)}<ellipse cx="600" cy="660" rx="74" ry="46" fill="#2a1f16" opacity=".5"/><ellipse cx="600" cy="658" rx="70" ry="42" fill="${css(palettes[picture.flesh].lean)}"/><path d="M548 640q40 -24 92 -8" stroke="#fff" stroke-opacity=".4" stroke-width="7" fill="none" stroke-linecap="round"/>`

const vessels = { jar, tin, pouch }
