import { paths } from '../paths.ts'
import type { Cut } from './cuts.ts'
import type { CutNotes } from './notes.ts'
import { nextLevel, type Stamp, type Tally, type TastedCut } from './stamps.ts'

export const cutJson = ({ vendor, farm, slug, name }: Cut, own: CutNotes & { score: number }) => ({
  vendor,
  farm,
  cut: slug,
  name,
  score: own.score,
  notes: own.notes,
  survey: own.survey,
  rating_url: paths.rating(vendor, slug),
})

export type RatedCut = TastedCut & CutNotes & { score: number }

export const passportJson = (tally: Tally, stamps: Stamp[], cuts: RatedCut[], url: string | null) => ({
  ...tally,
  next_level: nextLevel(tally.farms),
  stamps: stamps.map(({ kind, heading, name, on }) => ({ kind, heading, name, first_on: on })),
  cuts_tried: cuts.map((cut) => ({ ...cutJson(cut, cut), first_on: cut.firstOn, badges: cut.badges })),
  shared_url: url,
})
