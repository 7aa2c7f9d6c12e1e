/** GSM 03.38: any other character makes a text UCS-2, with 70 characters a segment instead of 160. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Each takes the room of two. */
const EXTENDED = '^{}\\[~]|€'

const SINGLE = 160
const PART_OF_MANY = 153

const isGsm = (letter: string) => BASIC.includes(letter) || EXTENDED.includes(letter)

export function segmentsOf(body: string): number {
  const septets = [...body].reduce((sum, letter) => sum + (EXTENDED.includes(letter) ? 2 : 1), 0)
  return septets <= SINGLE ? 1 : Math.ceil(septets / PART_OF_MANY)
}

const SPELLED: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '×': 'x',
}

/** Names and places may hold any letter: those that GSM lacks lose their accents or fall away. */
export const toGsm = (text: string): string =>
  [...text].map((letter) => (isGsm(letter) ? letter : spelled(letter))).join('')

const spelled = (letter: string) => [...(SPELLED[letter] ?? letter.normalize('NFKD'))].filter(isGsm).join('')
