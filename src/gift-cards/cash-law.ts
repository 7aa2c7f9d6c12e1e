/**
 * Where a small balance must be paid out in cash when its holder asks. Federal law (12 CFR 1005.20) asks for none; it
 * forbids an early expiry and most fees, and our cards have neither. Read on 2026-11-25; not legal advice.
 */
export const CASH_LAW: Readonly<Record<string, { belowCents: number; source: string }>> = {
  CA: { belowCents: 1_500, source: 'Cal. Civ. Code 1749.5, since April 1, 2026' },
  CO: { belowCents: 501, source: 'Colo. Rev. Stat. 6-1-722 ($5.00 or less)' },
  MT: { belowCents: 500, source: 'Mont. Code 30-14-108' },
  NJ: { belowCents: 500, source: 'N.J. Stat. 56:8-110' },
  OR: { belowCents: 500, source: 'Or. Rev. Stat. 646A.276' },
  RI: { belowCents: 100, source: 'R.I. Gen. Laws 6-13-12' },
  VT: { belowCents: 100, source: 'Vt. Stat. tit. 9, 2704' },
  WA: { belowCents: 500, source: 'Wash. Rev. Code 19.240.020' },
}

/** 0 where no law asks for cash. */
export const cashBelowCents = (state: string): number => CASH_LAW[state]?.belowCents ?? 0
