/** Farm buildings in profile. The origin is at the doorstep; a big barn is 100 units wide. */
import type { Building, BuildingKind } from '../scene.ts'

type Draw = (wall: string, roof: string) => string

const shadow = (rx: number) => `<ellipse cx="14" cy="2" rx="${rx}" ry="6" fill="#0b0d08" opacity=".3"/>`
const shade = (path: string, opacity = 0.28) => `<path d="${path}" fill="#120a08" opacity="${opacity}"/>`
const boards = (from: number, to: number, top: number, bottom = 0) =>
  Array.from({ length: Math.floor((to - from) / 5) }, (_, i) => `M${from + 3 + i * 5} ${bottom}V${top}`).join(
    '',
  )
const grain = (d: string) =>
  `<path d="${d}" stroke="#1a0f0b" stroke-opacity=".16" stroke-width=".8" fill="none"/>`
const glass = (x: number, y: number, w = 7, h = 9) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#2b3138"/><path d="M${x} ${y + h / 2}h${w}M${x + w / 2} ${y}v${h}" stroke="#efe6d6" stroke-width="1"/><rect x="${x - 0.6}" y="${y - 0.6}" width="${w + 1.2}" height="${h + 1.2}" fill="none" stroke="#efe6d6" stroke-width="1.2"/>`

const draws: Record<BuildingKind, Draw> = {
  gambrel: (wall, roof) => `${shadow(82)}
    <path d="M40 0V-34L92 -31V0Z" fill="${wall}"/>${grain(boards(42, 92, -31))}${shade('M40 0V-34L92 -31V0Z')}
    <path d="M-40 0V-34L-28 -56 0 -70 28 -56 40 -34V0Z" fill="${wall}"/>${grain(boards(-40, 40, -34))}
    <path d="M40 -34 28 -56 0 -70 50 -66 80 -52 94 -30Z" fill="${roof}"/><path d="M28 -56 80 -52" stroke="#fff" stroke-opacity=".14" stroke-width="1.4"/>
    <path d="M-44 -32-31 -58 0 -73 31 -58 44 -32 40 -33 27 -54 0 -68-27 -54-40 -33Z" fill="#efe6d6"/>
    <path d="M-15 0V-29H15V0Z" fill="#2a1a15" opacity=".55"/><path d="M-15 -29 15 0M15 -29-15 0" stroke="#efe6d6" stroke-width="2.2"/><path d="M-15 0V-29H15V0M0 -29V0" fill="none" stroke="#efe6d6" stroke-width="2.2"/>
    <path d="M-6 -50h12v11h-12z" fill="#2a1a15" opacity=".85"/>${glass(56, -22)}${glass(74, -21)}`,
  gable: (wall, roof) => `${shadow(84)}
    <path d="M34 0V-34L96 -32V0Z" fill="${wall}"/>${grain(boards(36, 96, -32))}${shade('M34 0V-34L96 -32V0Z', 0.22)}
    <path d="M-36 0V-34L0 -62 36 -34V0Z" fill="${wall}"/>${grain(boards(-36, 36, -34))}
    <path d="M0 -64 62 -60 100 -30 36 -33Z" fill="${roof}"/><path d="M-42 -31 0 -66 42 -31 36 -31 0 -60-36 -31Z" fill="${roof}"/>
    <path d="M40 -70h12v10h-12z" fill="${wall}"/><path d="M37 -70l9 -8 9 8z" fill="${roof}"/>
    <path d="M-12 0V-25H12V0Z" fill="#33261f" opacity=".8"/><path d="M-12 0V-25H12V0M0 -25V0" stroke="#7d6a58" stroke-width="1.4" fill="none"/>
    <circle cx="0" cy="-42" r="5" fill="#33261f" opacity=".8"/>${glass(50, -22)}${glass(68, -22)}${glass(84, -21)}`,
  farmhouse: (wall, roof) => `${shadow(66)}
    <path d="M26 0V-40L70 -38V0Z" fill="${wall}"/>${shade('M26 0V-40L70 -38V0Z', 0.2)}<path d="M-30 0V-40L-2 -62 26 -40V0Z" fill="${wall}"/>
    <path d="M-2 -64 46 -60 75 -36 28 -38Z" fill="${roof}"/><path d="M-36 -37-2 -66 32 -37 26 -38-2 -59-30 -38Z" fill="${roof}"/>
    <path d="M34 -77h9v17h-9z" fill="#7b4a3b"/><path d="M-38 -18H32l6 5H-42z" fill="${roof}"/><path d="M-38 0V-14M-16 0V-14M12 0V-14M32 0V-14" stroke="#f4eee2" stroke-width="2"/>
    ${glass(-22, -36)}${glass(8, -36)}${glass(36, -32)}${glass(54, -31)}<path d="M-7 0V-12H3V0Z" fill="#5d3b2c"/>`,
  quonset: (
    wall,
  ) => `${shadow(78)}<path d="M-34 0C-34 -52 34 -52 34 0Z" fill="${wall}"/><path d="M0 -39C40 -40 66 -38 72 -36 92 -34 94 -10 94 0H34C34 -26 20 -38 0 -39Z" fill="${wall}"/>
    ${shade('M34 0C34 -26 20 -38 0 -39C40 -40 66 -38 72 -36 92 -34 94 -10 94 0Z', 0.26)}${grain(Array.from({ length: 9 }, (_, i) => `M${40 + i * 6} 0C${40 + i * 6} -24 ${28 + i * 6} -37 ${8 + i * 7} -39`).join(''))}
    <path d="M-13 0V-24H13V0Z" fill="#3c3f42"/><path d="M-13 -18h26M-13 -12h26M-13 -6h26" stroke="#5a5e62"/>`,
  adobe: (
    wall,
    roof,
  ) => `${shadow(82)}<path d="M-52 0V-30q0 -5 5 -5H26q5 0 5 5V0Z" fill="${wall}"/><path d="M31 0V-24q0 -4 4 -4H80q5 0 5 5V0Z" fill="${wall}"/>${shade('M31 0V-24q0 -4 4 -4H80q5 0 5 5V0Z', 0.18)}
    <path d="M-46 -27h6M-30 -27h6M-14 -27h6M2 -27h6M18 -27h6" stroke="${roof}" stroke-width="3.4"/><path d="M-18 0V-19q6 -5 12 0V0Z" fill="${roof}"/>${glass(-40, -20, 8, 8)}${glass(8, -20, 8, 8)}${glass(54, -19, 8, 8)}
    <path d="M-56 0q3 -9 8 0z" fill="#7d8f63"/><path d="M90 0V-16M90 -11q6 0 6 -7" stroke="#6d8158" stroke-width="3.4" fill="none" stroke-linecap="round"/>`,
  'pole-barn': (
    wall,
    roof,
  ) => `${shadow(86)}<path d="M-58 0V-26H64V0Z" fill="#2c2520" opacity=".86"/><path d="M-58 0V-26H-26V0ZM40 0V-26H64V0Z" fill="${wall}"/>${grain(boards(-58, -26, -26) + boards(40, 64, -26))}
    <path d="M-66 -24-54 -44H62L74 -24Z" fill="${roof}"/>${grain(Array.from({ length: 15 }, (_, i) => `M${-54 + i * 8} -44L${-62 + i * 9} -24`).join(''))}<path d="M-10 0V-25M8 0V-25M24 0V-25" stroke="#7a6450" stroke-width="2.4"/><path d="M-22 0v-9h10v9zM10 0v-8h9v8z" fill="#c5a455"/>`,
  silo: (wall, roof) =>
    `<ellipse cx="8" cy="2" rx="22" ry="4" fill="#0b0d08" opacity=".3"/><path d="M-13 0V-76a13 13 0 0 1 26 0V0Z" fill="${wall}"/><path d="M-13 -76a13 13 0 0 1 26 0Z" fill="${roof}"/>${shade('M3 0V-88a13 13 0 0 1 10 12V0Z', 0.24)}<path d="M-13 -62h26M-13 -48h26M-13 -34h26M-13 -20h26M-13 -7h26" stroke="${roof}" stroke-width="1.1"/>`,
  windmill: (
    wall,
  ) => `<path d="M-11 0 -2 -78M11 0 2 -78M-9 -16H9M-7 -34H7M-5 -52H5M-10 -6 7 -34M10 -6-7 -34M-6 -42 4 -62M6 -42-4 -62" stroke="${wall}" stroke-width="1.9" fill="none"/>
    ${Array.from({ length: 16 }, (_, i) => `<path d="M0 -82L-3.4 -103 3.4 -103Z" transform="rotate(${i * 22.5} 0 -82)" fill="${wall}" stroke="#45494c" stroke-opacity=".5" stroke-width=".5"/>`).join('')}<circle cx="0" cy="-82" r="3.4" fill="#4c5054"/><path d="M0 -82 30 -88 34 -76Z" fill="${wall}"/><ellipse cx="26" cy="-2" rx="17" ry="4" fill="#5c6c70"/><path d="M9 -2v5a17 4 0 0 0 34 0v-5" fill="#8a8f90"/>`,
  smokehouse: (
    wall,
    roof,
  ) => `${shadow(36)}<path d="M-22 0V-30L0 -48 22 -30V0Z" fill="${wall}"/>${grain(boards(-22, 22, -30))}<path d="M-27 -27 0 -51 27 -27 22 -28 0 -46-22 -28Z" fill="${roof}"/><path d="M22 0V-30L44 -29V0Z" fill="${wall}"/>${shade('M22 0V-30L44 -29V0Z')}<path d="M0 -51 22 -49 48 -26 27 -27Z" fill="${roof}"/><path d="M-8 0V-20H8V0Z" fill="#2b201a"/>
    <path d="M24 -48v-14h7v14z" fill="#6d5a50"/><path d="M28 -64c-10 -12 10 -18 2 -32 -6 -12 12 -18 6 -30" stroke="#f1efec" stroke-width="6" stroke-opacity=".42" fill="none" stroke-linecap="round"/>`,
  boathouse: (
    wall,
    roof,
  ) => `<path d="M-74 18V-2H60V18" fill="none"/><path d="M-60 26V-4M-30 28V-4M0 30V-4M30 30V-4M58 28V-4M120 26V-2M150 26V-2" stroke="#3f342b" stroke-width="4"/><path d="M-76 -5H164v5H-76z" fill="#6b5846"/>
    <path d="M30 -4V-36L72 -34V-4Z" fill="${wall}"/>${shade('M30 -4V-36L72 -34V-4Z')}<path d="M-44 -4V-36L-7 -60 30 -36V-4Z" fill="${wall}"/>${grain(boards(-44, 30, -36, -4))}<path d="M-7 -63 44 -60 78 -31 32 -34Z" fill="${roof}"/><path d="M-50 -33-7 -64 36 -33 30 -34-7 -57-44 -34Z" fill="${roof}"/>
    <path d="M-20 -4V-28H6V-4Z" fill="#2d2622"/>${glass(42, -26)}<circle cx="-7" cy="-43" r="4" fill="#2d2622"/><path d="M92 -5v-9h10v9zM106 -5v-7h9v7z" fill="#c27a3a"/><path d="M98 -14v-6h10v6z" fill="#3e6480"/>`,
  lighthouse: (
    wall,
    roof,
  ) => `<ellipse cx="6" cy="2" rx="30" ry="5" fill="#0b0d08" opacity=".3"/><path d="M-11 0-7 -78H7L11 0Z" fill="${wall}"/><path d="M-10.2 -16-9.3 -34H9.3L10.2 -16ZM-8.6 -48-7.7 -64H7.7L8.6 -48Z" fill="${roof}" opacity=".9"/>${shade('M2 0 1 -78H7L11 0Z', 0.2)}<path d="M-10 -78H10v3H-10z" fill="#3b3f43"/><path d="M-5 -90H5v12H-5z" fill="#ffe9a8"/><path d="M-7 -90 0 -99 7 -90Z" fill="${roof}"/>
    <path d="M16 0V-20L34 -32 52 -20V0Z" fill="${wall}"/><path d="M12 -18 34 -35 56 -18 52 -19 34 -31 16 -19Z" fill="${roof}"/>${glass(30, -16)}`,
  coop: (wall, roof) =>
    `${shadow(40)}<path d="M-26 -4V-24L26 -30V-4Z" fill="${wall}"/>${grain(boards(-26, 26, -24, -4))}<path d="M-31 -23 31 -31V-35L-31 -28Z" fill="${roof}"/><path d="M-18 -8v-10h10v10zM8 -9v-12h10v12z" fill="#2b241e"/><path d="M-13 -4 -30 2" stroke="#7a6450" stroke-width="3"/><circle cx="-17" cy="-1" r="5" fill="#2f2a26"/><circle cx="17" cy="-1" r="5" fill="#2f2a26"/>`,
}

export const buildingSvg = ({ kind, wall, roof }: Building) => draws[kind](wall, roof)
