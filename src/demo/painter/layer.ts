import { clamp } from './noise.ts'
import type { Box } from './outline.ts'

/** All plans use a table of this size. */
export const TABLE = { width: 1200, height: 900 }

/** A transparent layer: linear light, premultiplied by alpha. `left` and `top` place it on the table. */
export type Layer = {
  width: number
  height: number
  scale: number
  left: number
  top: number
  light: Float32Array
}

export type Window = { left: number; top: number; zoom: number }

export function blankLayer(width: number, { left, top, zoom }: Window = { left: 0, top: 0, zoom: 1 }): Layer {
  const scale = (width / TABLE.width) * zoom
  const height = Math.round((TABLE.height / TABLE.width) * width)
  return { width, height, scale, left, top, light: new Float32Array(width * height * 4) }
}

export function over(light: Float32Array, at: number, r: number, g: number, b: number, alpha: number) {
  const keep = 1 - alpha
  light[at] = r * alpha + (light[at] as number) * keep
  light[at + 1] = g * alpha + (light[at + 1] as number) * keep
  light[at + 2] = b * alpha + (light[at + 2] as number) * keep
  light[at + 3] = alpha + (light[at + 3] as number) * keep
}

export function pixelBox(layer: Layer, box: Box): Box {
  return {
    left: clamp(Math.floor((box.left - layer.left) * layer.scale), 0, layer.width),
    top: clamp(Math.floor((box.top - layer.top) * layer.scale), 0, layer.height),
    right: clamp(Math.ceil((box.right - layer.left) * layer.scale), 0, layer.width),
    bottom: clamp(Math.ceil((box.bottom - layer.top) * layer.scale), 0, layer.height),
  }
}

export function eachSpot(layer: Layer, around: Box, visit: (at: number, x: number, y: number) => void) {
  const box = pixelBox(layer, around)
  for (let j = box.top; j < box.bottom; j++)
    for (let i = box.left; i < box.right; i++)
      visit((j * layer.width + i) * 4, i / layer.scale + layer.left, j / layer.scale + layer.top)
}
