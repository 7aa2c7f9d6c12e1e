/**
 * Cuts the fonts that a stylesheet names to what it declares: the characters of `unicode-range`, the weights of
 * `font-weight`, and the features that our styles use. `url('…/font.woff2?basic')` becomes `{family}-basic-{hash}.woff2`.
 */
import { readFileSync } from 'node:fs'
import subsetFont from 'subset-font'

/** What browsers apply by themselves, then what our styles ask for. */
const FEATURES = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'cv05', 'ss03', 'tnum']

const NAMESPACE = 'font'

/** `npm run dev` builds often, and fonts hardly change. */
const cut = new Map()

export const cutFonts = {
  name: 'cut-fonts',
  setup(build) {
    build.onResolve({ filter: /\.woff2\?[a-z]+$/ }, async ({ path, importer, resolveDir, kind }) => {
      const [file, part] = path.split('?')
      const source = await build.resolve(file, { kind, resolveDir })
      const face = readFace(importer, path)
      return {
        path: `${face.family.toLowerCase()}-${part}.woff2`,
        namespace: NAMESPACE,
        pluginData: { ...face, source: source.path },
      }
    })
    build.onLoad({ filter: /./, namespace: NAMESPACE }, async ({ pluginData }) => {
      const key = JSON.stringify(pluginData)
      if (!cut.has(key)) cut.set(key, cutFont(pluginData))
      return { contents: await cut.get(key), loader: 'file' }
    })
  },
}

/** @returns the cut fonts among the build's files, by their names without the hash */
export function cutFontsOf(metafile) {
  const files = Object.entries(metafile.outputs).flatMap(([file, { inputs }]) =>
    Object.keys(inputs)
      .filter((input) => input.startsWith(`${NAMESPACE}:`))
      .map((input) => [input.slice(NAMESPACE.length + 1), file]),
  )
  return Object.fromEntries(files.filter(([, file]) => file.endsWith('.woff2')))
}

function readFace(stylesheet, url) {
  const faces = readFileSync(stylesheet, 'utf8').match(/@font-face \{[^}]*\}/g) ?? []
  const face = faces.find((candidate) => candidate.includes(`'${url}'`)) ?? ''
  const [, family] = /font-family: '([^']+)'/.exec(face) ?? []
  const [, min, max] = /font-weight: (\d+) (\d+)/.exec(face) ?? []
  const [, ranges] = /unicode-range:([^;]+);/.exec(face) ?? []
  if (!family || !max || !ranges) {
    throw new Error(`${url} needs a font-family, two weights and a unicode-range in ${stylesheet}`)
  }
  return { family, weights: { min: Number(min), max: Number(max) }, ranges }
}

const cutFont = ({ source, weights, ranges }) =>
  subsetFont(readFileSync(source), charactersIn(ranges), {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght: weights },
  })

function charactersIn(ranges) {
  const codes = [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi)].flatMap(
    ([, first, last = first]) => {
      const [start, end] = [first, last].map((code) => Number.parseInt(code, 16))
      return Array.from({ length: end - start + 1 }, (_, index) => start + index)
    },
  )
  return String.fromCodePoint(...codes)
}
