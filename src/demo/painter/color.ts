/** Colors in linear light, where shadows and highlights add up physically. */
import { clamp } from './noise.ts'

export type Rgb = readonly [number, number, number]

const GAMMA = 2.2

export function rgb(hex: string): Rgb {
  const channel = (at: number) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255) ** GAMMA
  return [channel(1), channel(3), channel(5)]
}

export function blend(a: Rgb, b: Rgb, t: number): Rgb {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
}

export const dim = (c: Rgb, by: number): Rgb => [c[0] * by, c[1] * by, c[2] * by]

/** A lookup table from linear light to sRGB bytes: one picture needs four million of them. */
const STEPS = 16384
const bytes = Uint8Array.from({ length: STEPS + 1 }, (_, i) => Math.round(255 * (i / STEPS) ** (1 / GAMMA)))

export const toByte = (light: number) => bytes[Math.round(clamp(light) * STEPS)] as number

export const fromByte = (byte: number) => (byte / 255) ** GAMMA

export function hexOf(red: number, green: number, blue: number): string {
  return `#${[red, green, blue].map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`
}
