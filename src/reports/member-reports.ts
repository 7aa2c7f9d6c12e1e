import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { counted } from '../counted.ts'
import type { Day } from '../day.ts'
import { formatCents } from '../money.ts'
import { byPeriod, periodColumn } from './by-period.ts'
import { periodsOf, type Range, rangeBefore } from './range.ts'
import { type Report, type Row, share, sumOf, totalOf } from './report.ts'

const COUNTED = ['began', 'left', 'placed', 'skipped', 'failed', 'canceled'] as const

function memberRows(db: Db, range: Range): Row[] {
  const kinds = ['member_began', 'member_left', 'box_placed', 'box_skipped', 'box_failed', 'box_canceled']
  const of = byPeriod(db, kinds, range)
  let members = membersBefore(db, range.from)
  return periodsOf(range).map((period): Row => {
    const count = (kind: string) => of(kind, period).count
    const [began, left] = [count('member_began'), count('member_left')]
    const boxes = {
      placed: count('box_placed'),
      skipped: count('box_skipped'),
      failed: count('box_failed'),
      canceled: count('box_canceled'),
    }
    const row = { label: period, members, began, left, churn: share(left, members), ...boxes }
    members += began - left
    return { ...row, skip_rate: share(boxes.skipped, dueBoxes(boxes)) }
  })
}

/** A box of a membership that ended was never due. */
const dueBoxes = ({ placed, skipped, failed }: Record<'placed' | 'skipped' | 'failed', number>) =>
  placed + skipped + failed

const membersBefore = (db: Db, day: Day): number =>
  db.get<{ members: number }>(sql`
    select coalesce(sum(iif(kind = 'member_began', "count", -"count")), 0) as members from report_sums
    where kind in ('member_began', 'member_left') and day < ${day}`).members

/** Who was a member at any time of it. */
const everyoneIn = (rows: readonly Row[]): number => Number(rows[0]?.members ?? 0) + sumOf(rows, 'began')

const percent = (part: number | null) => (part === null ? 'none' : `${(part * 100).toFixed(1)}%`)

function leftSentence(left: number, members: number, churn?: number | null, earlier?: number | null): string {
  if (members === 0) return 'Nobody was a member in this period.'
  const whole = counted(members, 'member', 'members')
  return `${left} of ${whole} left (${percent(churn ?? null)}; ${percent(earlier ?? null)} in the period before).`
}

const skipSentence = (skipped: number, due: number): string =>
  due === 0
    ? 'No boxes were due.'
    : `Of ${counted(due, 'box that was', 'boxes that were')} due, ${counted(skipped, 'was', 'were')} skipped (${percent(share(skipped, due))}).`

export const members: Report = {
  id: 'members',
  title: 'Churn and skips',
  read(db, range) {
    const [rows, before] = [memberRows(db, range), memberRows(db, rangeBefore(range))]
    const total = totalOf(rows, COUNTED)
    const members = Number(rows[0]?.members ?? 0)
    const [churn, earlier] = [rows, before].map((of) => share(sumOf(of, 'left'), everyoneIn(of)))
    const due = {
      placed: sumOf(rows, 'placed'),
      skipped: sumOf(rows, 'skipped'),
      failed: sumOf(rows, 'failed'),
    }
    const skipRate = share(due.skipped, dueBoxes(due))
    return {
      sentence: `${leftSentence(Number(total.left), everyoneIn(rows), churn, earlier)} ${skipSentence(due.skipped, dueBoxes(due))}`,
      columns: [
        periodColumn(range),
        { key: 'members', label: 'Members', kind: 'count' },
        { key: 'began', label: 'Began', kind: 'count' },
        { key: 'left', label: 'Left', kind: 'count' },
        { key: 'churn', label: 'Churn', kind: 'share' },
        { key: 'placed', label: 'Boxes placed', kind: 'count' },
        { key: 'skipped', label: 'Skipped', kind: 'count' },
        { key: 'failed', label: 'Failed', kind: 'count' },
        { key: 'canceled', label: 'Canceled', kind: 'count' },
        { key: 'skip_rate', label: 'Skip rate', kind: 'share' },
      ],
      rows,
      total: { ...total, members, churn: churn ?? null, skip_rate: skipRate },
      chart: {
        shape: 'line',
        key: 'churn',
        label: 'Churn',
        kind: 'share',
        before: before.map((row) => Number(row.churn ?? 0)),
      },
      note: 'Members are those at the beginning of a period, paused ones too; the total’s churn is of everyone who was one. A box counts on the day of its rhythm.',
    }
  },
}

function recoveredRows(db: Db, range: Range): Row[] {
  const of = byPeriod(db, ['box_placed', 'box_recovered', 'box_failed'], range)
  return periodsOf(range).map((period): Row => {
    const [recovered, lost] = [of('box_recovered', period), of('box_failed', period)]
    return {
      label: period,
      boxes: of('box_placed', period).count + lost.count,
      troubled: recovered.count + lost.count,
      recovered: recovered.count,
      lost: lost.count,
      tries: recovered.units + lost.units,
      recovered_cents: recovered.cents,
      recovery_rate: share(recovered.count, recovered.count + lost.count),
    }
  })
}

export const recovered: Report = {
  id: 'recovered',
  title: 'Recovered charges',
  read(db, range) {
    const [rows, before] = [recoveredRows(db, range), recoveredRows(db, rangeBefore(range))]
    const total = totalOf(rows, ['boxes', 'troubled', 'recovered', 'lost', 'tries', 'recovered_cents'])
    const [cents, earlier] = [sumOf(rows, 'recovered_cents'), sumOf(before, 'recovered_cents')]
    return {
      sentence:
        total.troubled === 0
          ? `No charge of a box failed, and ${formatCents(earlier)} was recovered in the period before.`
          : `${total.recovered} of ${counted(Number(total.troubled), 'box', 'boxes')} whose charge failed ${total.recovered === 1 ? 'was' : 'were'} paid after all: ${formatCents(cents)}, after ${formatCents(earlier)} in the period before.`,
      columns: [
        periodColumn(range),
        { key: 'boxes', label: 'Boxes charged', kind: 'count' },
        { key: 'troubled', label: 'Failed at first', kind: 'count' },
        { key: 'recovered', label: 'Recovered', kind: 'count' },
        { key: 'lost', label: 'Lost', kind: 'count' },
        { key: 'tries', label: 'Failed tries', kind: 'count' },
        { key: 'recovered_cents', label: 'Recovered money', kind: 'cents' },
        { key: 'recovery_rate', label: 'Recovery rate', kind: 'share' },
      ],
      rows,
      total: { ...total, recovery_rate: share(Number(total.recovered), Number(total.troubled)) },
      chart: {
        shape: 'line',
        key: 'recovered_cents',
        label: 'Recovered money',
        kind: 'cents',
        before: before.map((row) => Number(row.recovered_cents)),
      },
      note: 'Members’ boxes by the day of their rhythm, with what their orders cost now. Lost boxes are those that no try could charge.',
    }
  },
}
