import { cutName } from '../catalog/search/cut-name.ts'
import { counted } from '../counted.ts'
import { exactPounds, formatCents } from '../money.ts'
import { rangeBefore } from './range.ts'
import { NOTHING, nameSums } from './read-sums.ts'
import { type Report, type Row, share, sumOf, totalOf } from './report.ts'

/** What a claim can be about, as its page says it. */
const KIND_WORDS: Record<string, string> = {
  thawed: 'Thawed',
  damaged: 'Damaged',
  missing: 'Something missing',
  wrong: 'Wrong item',
  late: 'Late',
}

export const claims: Report = {
  id: 'claims',
  title: 'Claims by kind',
  read(db, range) {
    const before = new Map(nameSums(db, 'claim', rangeBefore(range)).map((sum) => [sum.name, sum]))
    const now = nameSums(db, 'claim', range)
    const ended = [...before.keys()].filter((kind) => now.every(({ name }) => name !== kind))
    const found = [...now, ...ended.map((name) => ({ ...NOTHING, name }))]
    const whole = found.reduce((sum, { count }) => sum + count, 0)
    const rows = found
      .map(
        ({ name, count, units, cents }): Row => ({
          label: KIND_WORDS[name] ?? name,
          claims: count,
          before: before.get(name)?.count ?? 0,
          share: share(count, whole),
          lines: units,
          cents,
        }),
      )
      .sort((left, right) => Number(right.claims) - Number(left.claims))
    const [first] = rows
    return {
      sentence:
        whole > 0 && first
          ? `${counted(whole, 'claim', 'claims')} cost ${formatCents(sumOf(rows, 'cents'))}. Most were: ${String(first.label).toLowerCase()}.`
          : 'Nobody claimed anything in this period.',
      columns: [
        { key: 'label', label: 'What was wrong', kind: 'text' },
        { key: 'claims', label: 'Claims', kind: 'count' },
        { key: 'before', label: 'In the period before', kind: 'count' },
        { key: 'share', label: 'Share', kind: 'share' },
        { key: 'lines', label: 'Lines', kind: 'count' },
        { key: 'cents', label: 'Given back', kind: 'cents' },
      ],
      rows,
      total: totalOf(rows, ['claims', 'before', 'lines', 'cents']),
      chart: { shape: 'bars', key: 'claims', label: 'Claims', kind: 'count' },
      note: 'By the day a claim was made. Given back is money and credit; boxes sent again are free orders.',
    }
  },
}

/** Pounds that nobody paid for: a card is never charged above the most that was shown. */
export const givenWeight: Report = {
  id: 'weight',
  title: 'Weight given away',
  read(db, range) {
    const given = new Map(nameSums(db, 'given_weight', range).map((sum) => [sum.name, sum]))
    const before = nameSums(db, 'given_weight', rangeBefore(range))
    const rows = nameSums(db, 'weighed', range).map(({ name, count, units, cents }): Row => {
      const gift = given.get(name)
      return {
        label: cutName(name),
        lines: count,
        grams: units,
        cents,
        given_lines: gift?.count ?? 0,
        given_grams: gift?.units ?? 0,
        given_cents: gift?.cents ?? 0,
        given_share: share(gift?.units ?? 0, units),
      }
    })
    rows.sort((left, right) => Number(right.given_cents) - Number(left.given_cents))
    const grams = sumOf(rows, 'given_grams')
    const earlier = before.reduce((sum, { units }) => sum + units, 0)
    const total = totalOf(rows, ['lines', 'grams', 'cents', 'given_lines', 'given_grams', 'given_cents'])
    return {
      sentence: `${exactPounds(grams)} lb went out above the most that was charged, worth ${formatCents(sumOf(rows, 'given_cents'))}; ${exactPounds(earlier)} lb in the period before.`,
      columns: [
        { key: 'label', label: 'Cut', kind: 'text' },
        { key: 'lines', label: 'Weighed lines', kind: 'count' },
        { key: 'grams', label: 'Packed', kind: 'grams' },
        { key: 'cents', label: 'Charged', kind: 'cents' },
        { key: 'given_lines', label: 'Lines with a gift', kind: 'count' },
        { key: 'given_grams', label: 'Given away', kind: 'grams' },
        { key: 'given_share', label: 'Share', kind: 'share' },
        { key: 'given_cents', label: 'Worth', kind: 'cents' },
      ],
      rows,
      total: { ...total, given_share: share(grams, Number(total.grams)) },
      chart: { shape: 'bars', key: 'given_cents', label: 'Worth', kind: 'cents' },
      note: 'Cuts sold by weight, by the day an order was placed, at the price of a pound that was accepted.',
    }
  },
}
