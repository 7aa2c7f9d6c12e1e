/** The post office's style (Publication 28): '1912 pike place' becomes '1912 Pike Pl'. */
export function postalStyle(street: string): string {
  const isAllCaps = street === street.toUpperCase()
  const words = street.replace(/[.,]/g, ' ').replace(/#\s*/g, '# ').trim().split(/\s+/)
  const unitAt = words.findIndex((word, i) => isUnit(word) && (i > 1 || words.length <= 2))
  const [line, unit] = unitAt < 0 ? [words, []] : [words.slice(0, unitAt), words.slice(unitAt)]
  return [...abbreviateStreet(line.map((word) => capitalize(word, isAllCaps))), ...abbreviateUnit(unit)].join(
    ' ',
  )
}

export function lacksUnitNumber(street: string): boolean {
  const last = street.replace(/[.,]/g, ' ').trim().split(/\s+/).at(-1) ?? ''
  return UNITS.has(last.toLowerCase()) && !UNNUMBERED_UNITS.has(last.toLowerCase())
}

const readTable = (table: string): Map<string, string> =>
  new Map(
    table
      .trim()
      .split(/\s*\n\s*|\s*;\s*/)
      .flatMap((line) => {
        const [short = '', ...spellings] = line.split(' ')
        return [short, ...spellings].map((spelling) => [spelling.toLowerCase(), short] as const)
      }),
  )

const DIRECTIONS = readTable(`
  N North; S South; E East; W West
  NE Northeast; NW Northwest; SE Southeast; SW Southwest`)

/** Appendix C1: the standard abbreviation, then the spellings people use. */
const SUFFIXES = readTable(`
  Aly Alley Allee Ally; Anx Annex; Arc Arcade; Ave Avenue Av Aven Avenu; Bch Beach; Bnd Bend; Blf Bluff; Blvd Boulevard Boul
  Br Branch; Brg Bridge; Brk Brook; Byp Bypass; Cyn Canyon; Cswy Causeway; Ctr Center Centre; Cir Circle Circ; Clf Cliff
  Cmn Common; Cor Corner; Cors Corners; Crse Course; Ct Court; Cts Courts; Cv Cove; Crk Creek; Cres Crescent; Xing Crossing
  Dl Dale; Dr Drive Drv; Est Estate; Ests Estates; Expy Expressway; Ext Extension; Fls Falls; Fry Ferry; Fld Field; Flds Fields
  Frst Forest; Frk Fork; Fwy Freeway; Gdn Garden; Gdns Gardens; Gtwy Gateway; Gln Glen; Grn Green; Grv Grove; Hbr Harbor
  Hvn Haven; Hts Heights; Hwy Highway; Hl Hill; Hls Hills; Holw Hollow; Is Island; Jct Junction; Knl Knoll; Knls Knolls
  Lk Lake; Lks Lakes; Lndg Landing; Ln Lane; Loop Loops; Mnr Manor; Mdw Meadow; Mdws Meadows; Ml Mill; Mls Mills; Mt Mount
  Mtn Mountain; Orch Orchard; Oval Ovl; Park Prk; Pkwy Parkway Parkwy; Trl Trail Trails; Pike Pikes; Pl Place; Pln Plain
  Plz Plaza; Pt Point; Prt Port; Pr Prairie; Ranch Ranches; Rdg Ridge; Riv River; Rd Road; Rte Route; Way
  Shr Shore; Spg Spring; Spgs Springs; Sq Square; Sta Station; St Street Str Strt; Smt Summit; Ter Terrace Terr; Trce Trace
  Tpke Turnpike; Un Union; Vly Valley; Vw View; Vlg Village; Vis Vista; Wl Well; Wls Wells`)

/** Appendix C2. */
const UNITS = readTable(`
  Apt Apartment; Bldg Building; Bsmt Basement; Dept Department; Fl Floor; Lbby Lobby; Lot; Lowr Lower; Ofc Office
  Ph Penthouse; Rm Room; Spc Space; Ste Suite; Trlr Trailer; Unit; Uppr Upper; #`)

const UNNUMBERED_UNITS = new Set([
  'bsmt',
  'basement',
  'lbby',
  'lobby',
  'lowr',
  'lower',
  'ofc',
  'office',
  'ph',
  'penthouse',
  'uppr',
  'upper',
])

const isUnit = (word: string) => UNITS.has(word.toLowerCase())

/** Abbreviates by position: number, direction, name, suffix, direction. At least one word stays as the name. */
function abbreviateStreet(words: string[]): string[] {
  let [from, to] = [1, words.length] // the words of the name
  const short = [...words]
  const shorten = (at: number, table: Map<string, string>) => {
    const abbreviation = to - from > 1 ? table.get(words[at]?.toLowerCase() ?? '') : undefined
    if (abbreviation) short[at] = abbreviation
    return abbreviation !== undefined
  }
  if (shorten(to - 1, DIRECTIONS)) to--
  if (shorten(to - 1, SUFFIXES)) to--
  if (shorten(from, DIRECTIONS)) from++
  return short
}

const abbreviateUnit = (words: string[]): string[] =>
  words.map(
    (word) =>
      UNITS.get(word.toLowerCase()) ?? (/\d|^.$/.test(word) ? word.toUpperCase() : capitalize(word, true)),
  )

/** '1ST' and 'ELM' become '1st' and 'Elm'; mixed case (McDonald, O'Brien) stays. */
function capitalize(word: string, isAllCaps: boolean): string {
  if (/^\d+(st|nd|rd|th)$/i.test(word)) return word.toLowerCase()
  if (/\d/.test(word)) return word.toUpperCase()
  if (word.length <= 2 && DIRECTIONS.has(word.toLowerCase())) return word.toUpperCase()
  const mixed = word !== word.toLowerCase() && word !== word.toUpperCase()
  if (mixed || (!isAllCaps && /^[A-Z]{2,3}$/.test(word))) return word
  return word.toLowerCase().replace(/^\p{L}|(?<=[-'’/])\p{L}(?=\p{L}{2})/gu, (letter) => letter.toUpperCase())
}
