import { type Rgb, rgb } from './color.ts'
import type { Flesh } from './scene.ts'

export type Palette = { lean: Rgb; bright: Rgb; deep: Rgb; fat: Rgb; cream: Rgb; gloss: number }

const palette = (
  lean: string,
  bright: string,
  deep: string,
  fat: string,
  cream: string,
  gloss = 0.34,
): Palette => ({
  lean: rgb(lean),
  bright: rgb(bright),
  deep: rgb(deep),
  fat: rgb(fat),
  cream: rgb(cream),
  gloss,
})

export const palettes: Record<Flesh, Palette> = {
  beef: palette('#8f2023', '#b4393a', '#651217', '#ecd6b4', '#faeed8'),
  'aged-beef': palette('#74191d', '#983032', '#4c0e12', '#e2c698', '#f4e3c2'),
  wagyu: palette('#ad4444', '#cc6259', '#8d2d2e', '#f2dfc8', '#fdf5e6', 0.42),
  bison: palette('#6c1518', '#8e2a2a', '#470b0e', '#e6d2b0', '#f5e8cf'),
  pork: palette('#d98f86', '#e8aa9e', '#c4746c', '#f0ddc6', '#fbf2e4'),
  'heritage-pork': palette('#c4635f', '#d98178', '#a54647', '#f2dfc9', '#fcf3e6'),
  cured: palette('#a23638', '#c25650', '#7c2326', '#eed2b4', '#f9e9d4', 0.45),
  lamb: palette('#98343f', '#b54f57', '#702330', '#efdcc2', '#faf0de'),
  chicken: palette('#e6b59b', '#f2cdb4', '#d39a80', '#f0d59e', '#f8e8c6', 0.42),
  turkey: palette('#e0b09a', '#eec6b0', '#c99380', '#efdcb8', '#f8edd6', 0.36),
  duck: palette('#a8443f', '#c2605a', '#82302f', '#f0dcae', '#f9edcd', 0.42),
  'king-salmon': palette('#e4713f', '#f0905a', '#cf5529', '#f7cda8', '#fbe0c6', 0.5),
  sockeye: palette('#cc3a20', '#e0522f', '#a92613', '#ee9c74', '#f4b795', 0.5),
  trout: palette('#e38a63', '#efa581', '#cf704b', '#f6d3b8', '#fbe4d2', 0.5),
  'white-fish': palette('#e4d8c6', '#f3ebdf', '#c9b6a2', '#efe6d8', '#fffaf2', 0.55),
  tuna: palette('#8c1f33', '#ab3446', '#661325', '#d98f93', '#e5aaa9', 0.45),
  shellfish: palette('#e8c4a2', '#f5dfc6', '#d3a67f', '#f5e6d6', '#fcf3e8', 0.55),
  tallow: palette('#f0e4c4', '#f8f0da', '#dfcfa6', '#f6ecd0', '#fdf8ea', 0.4),
  broth: palette('#8a4f20', '#b26f30', '#5f3312', '#d8a860', '#e8c488', 0.6),
  honey: palette('#c9801c', '#e6a435', '#93570c', '#f0c668', '#f8dc94', 0.7),
  rub: palette('#4d3020', '#8a5b38', '#38200f', '#d0a070', '#e6c8a0', 0.1),
  bean: palette('#e2d5bf', '#f4ecdd', '#8a3a2c', '#caa890', '#8a3a2c', 0.3),
}
