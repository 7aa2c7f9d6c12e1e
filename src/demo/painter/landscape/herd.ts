/** Animals and boats in profile, facing right. The origin is at their feet; a cow is 50 units long. */
import type { Herd } from '../scene.ts'

const feet = (rx: number) => `<ellipse cx="2" cy="0" rx="${rx}" ry="2.6" fill="#0b0d08" opacity=".3"/>`

const COW =
  'M-21 -25C-12 -28 6 -27 15 -26L20 -30C24 -33 28 -31 30 -27L32 -21C30 -18 26 -19 23 -18C21 -14 18 -11 15 -10L15 0h-4l-1 -9C3 -8 -6 -8 -11 -9L-12 0h-4L-17 -11C-21 -13 -23 -19 -21 -25Z'
const GRAZING =
  'M-21 -25C-12 -28 6 -28 14 -26C20 -23 25 -16 28 -8L32 -3C31 0 26 1 24 -2C20 -7 18 -11 15 -11L15 0h-4l-1 -9C3 -8 -6 -8 -11 -9L-12 0h-4L-17 -11C-21 -13 -23 -19 -21 -25Z'

const cow = (coat: string, patch: string) => (n: number) =>
  `${feet(24)}<path d="M-8 -2v-9M18 -2v-8" stroke="${coat}" stroke-width="3.4" opacity=".75"/><path d="${n % 3 === 0 ? COW : GRAZING}" fill="${coat}"/><path d="M-21 -24q-5 6 -3 15" stroke="${coat}" stroke-width="1.6" fill="none"/>
  <path d="M-18 -25C-10 -28 4 -27 12 -26L8 -23C0 -24 -10 -24 -16 -22Z" fill="#fff" opacity=".14"/>${patch && n % 2 ? `<path d="M-6 -26q8 -1 10 4t-6 9 -9 -5 5 -8Z" fill="${patch}"/>` : ''}${n % 3 === 0 ? `<path d="M27 -28l5 3 0 4 -4 1z" fill="${patch || coat}"/>` : ''}`

const bison = (n: number) =>
  `${feet(25)}<path d="M-8 -2v-8M12 -2v-7" stroke="#33221a" stroke-width="4"/><path d="M-24 -19C-16 -24 -8 -26 1 -34C9 -39 18 -34 22 -27C28 -24 31 -17 29 -11C27 -6 22 -6 20 -10C18 -8 15 -7 14 -7L14 0h-4.600L8 -8C0 -7 -6 -8 -11 -9L-12 0h-4.200L-17 -10C-22 -12 -25 -15 -24 -19Z" fill="#5a3b28"/><path d="M0 -33C9 -39 18 -34 22 -27C28 -24 31 -17 29 -11C27 -4 21 -4 19 -10C14 -5 5 -8 3 -16C1 -22 -2 -28 0 -33Z" fill="#35221a"/><path d="M22 -25q5 -4 4 -8" stroke="#d9cbb2" stroke-width="1.8" fill="none"/><path d="M-24 -19q-4 5 -2 11" stroke="#35221a" stroke-width="1.6" fill="none"/>${n % 2 ? '<path d="M-16 -22C-8 -25 -2 -28 2 -33" stroke="#fff" stroke-opacity=".16" stroke-width="2" fill="none"/>' : ''}`

const sheep = (n: number) =>
  `${feet(14)}<path d="M-8 0v-8M-4 0v-7M5 0v-7M9 0v-8" stroke="#2f2a28" stroke-width="2"/><path d="M-13 -12c-2 -6 4 -9 7 -8 3 -4 9 -3 11 0 6 -1 9 4 7 9 0 5 -6 6 -9 5 -5 2 -9 2 -12 0 -4 0 -6 -3 -4 -6Z" fill="#f1ece0"/><path d="M-11 -9c4 4 16 5 22 1 -2 4 -7 4 -9 3 -5 2 -9 2 -13 -4Z" fill="#8f887b" opacity=".5"/>${n % 3 ? '<path d="M11 -13c4 0 7 4 6 10 -2 3 -5 2 -6 -1z" fill="#34302d"/>' : '<path d="M10 -18c5 -2 9 1 9 5 -2 3 -7 3 -9 0z" fill="#34302d"/>'}`

const pig = (coat: string) => (n: number) =>
  `${feet(15)}<path d="M-10 0v-6M-6 0v-6M6 0v-6M10 0v-6" stroke="${coat}" stroke-width="2.6"/><path d="M-15 -11C-14 -17 -4 -18 6 -17C12 -17 16 -14 20 -10L21 -6C18 -4 14 -5 11 -4C4 -3 -8 -3 -12 -5C-14 -6 -15 -8 -15 -11Z" fill="${coat}"/><path d="M10 -16l5 0 -2 6z" fill="#000" opacity=".25"/><path d="M-15 -11q-4 -1 -3 -4" stroke="${coat}" fill="none"/>${n % 2 ? '<path d="M-5 -17C-2 -18 3 -17 4 -16L3 -4H-3Z" fill="#f0d9c8" opacity=".55"/>' : ''}`

const hen = (n: number) => {
  const coat = ['#a4542c', '#f0ebe0', '#5a3a2a'][n % 3]
  return `${feet(6)}<path d="M-1 0v-4M2 0v-4" stroke="#c9963c" stroke-width="1"/><path d="M-8 -12C-6 -8 -3 -8 1 -9C2 -13 4 -15 6 -14C8 -13 7 -9 6 -7C5 -3 -2 -2 -5 -5C-7 -7 -9 -10 -8 -12Z" fill="${coat}"/><path d="M4 -15q1 -3 2 -1 2 -2 1.500 1.500z" fill="#c0302a"/><path d="M7 -12l2.600 1 -2.600 .8z" fill="#d9a53c"/>`
}

const turkey = (n: number) =>
  `${feet(10)}<path d="M-1 0v-6M3 0v-6" stroke="#9a7a5a" stroke-width="1.3"/>${n % 2 ? '<path d="M-4 -8C-20 -12 -18 -26 -6 -26 2 -26 4 -18 2 -12Z" fill="#6b4a36"/><path d="M-4 -9C-17 -13 -15 -23 -6 -24" stroke="#d8c3a0" stroke-width="1.600" fill="none"/>' : '<path d="M-6 -9L-18 -7 -17 -12Z" fill="#6b4a36"/>'}<path d="M-9 -10C-8 -16 4 -17 7 -12C8 -7 3 -4 -2 -4C-6 -4 -9 -6 -9 -10Z" fill="#3b2a22"/><path d="M6 -12q3 -3 2 -8 2 -2 3 0 0 6 -3 10z" fill="#9c4a44"/><circle cx="10" cy="-20.500" r="1.700" fill="#b9c6cf"/>`

const duck = (n: number) =>
  `<path d="M-10 -6C-8 -2 -2 -1 3 -2C7 -3 8 -6 6 -8C8 -9 8 -13 5 -13C2 -13 1 -10 2 -8C-2 -9 -6 -8 -10 -6Z" fill="${n % 4 ? '#f6f3ea' : '#8a6a4a'}"/><path d="M7.500 -11.500l4 .8 -4 1z" fill="#e29a2e"/><path d="M-10 -1h20" stroke="#e8f0f2" stroke-opacity=".5" stroke-width=".8"/>`

const boat = (n: number) => {
  const hull = ['#f2efe8', '#2f5a72', '#7b2320', '#3f5f4a'][n % 4]
  return `<path d="M-46 3H48q6 3 10 3H-52z" fill="#0a1a22" opacity=".25"/><path d="M-46 -10C-20 -6 20 -7 52 -18L42 3H-40Z" fill="${hull}"/><path d="M-42 -3H46" stroke="#7b2320" stroke-width="2.400"/><path d="M-46 -10C-20 -6 20 -7 52 -18" stroke="#2a2420" stroke-width="1.600" fill="none"/><path d="M2 -9V-28H24L28 -12Z" fill="#f4f0e6"/><path d="M0 -28H26v-3H0z" fill="#4a5a62"/><path d="M6 -25h7v6H6zM15 -25h7v6h-7z" fill="#33454f"/><path d="M-6 -8V-62M-6 -60L-34 -20M-6 -60L30 -46M-6 -56 -46 -48M-20 -9v-9h10v9" stroke="#4a3f36" stroke-width="1.500" fill="none"/><circle cx="-30" cy="-12" r="3.400" fill="#e07a2e"/>`
}

export const herdSvg: Record<Exclude<Herd, 'none'>, (n: number) => string> = {
  cattle: cow('#8a4a2c', '#f1e6d6'),
  'black-cattle': cow('#231d1b', ''),
  bison,
  sheep,
  pigs: pig('#a4603f'),
  hens: hen,
  turkeys: turkey,
  ducks: duck,
  boats: boat,
}
