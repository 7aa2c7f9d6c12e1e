import type { Child } from 'hono/jsx'
import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { WaveBoxRow } from '#src/fulfillment/wave-boxes.ts'
import type { Wave } from '#src/fulfillment/waves.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { Icon, type IconName } from '../shared/icon.tsx'
import type { PackingProblem } from './packing-page.tsx'

type LotsAsked = NonNullable<PackingProblem['lots']>

type LotFormProps = { center: FulfillmentCenter; wave: Wave; row: WaveBoxRow | null }

/** Refusals of a pack. The others are of a weight, a count or a slip. */
const PACK_PROBLEMS = [
  ...['unknown_barcode', 'scanned_before', 'wrong_item'],
  ...['wrong_lot', 'which_lot', 'lot_in_box', 'not_on_books', 'too_many'],
]

type ProblemProps = LotFormProps & { problem: PackingProblem; colleague: string | null }

export const Problem = ({ problem, colleague, ...box }: ProblemProps) => (
  <section class="pack__now pack__now--stop" role="alert" data-scan-queue-target="problem">
    <Ask icon="alert" words={PACK_PROBLEMS.includes(problem.code) ? 'Not packed' : 'Not done'} />
    <h1 class="pack__big">{problem.title}</h1>
    <p class="pack__facts">{problem.message}</p>
    {colleague && <p class="pack__facts">{colleague}</p>}
    {problem.lots && <LotForms {...box} lots={problem.lots} />}
  </section>
)

export const Ask = ({ icon, words }: { icon: IconName; words: string }) => (
  <p class="pack__ask">
    <Icon name={icon} /> {words}
  </p>
)

const MAX_LOTS = 3

/** Sends the same scan again, with the lot that the packer read on the pack. */
const LotForms = ({ center, wave, row, lots }: LotFormProps & { lots: LotsAsked }) => {
  if (!row) return null
  const scan = { action: paths.scanPackage(center.slug, wave.id), token: row.token, barcode: lots.barcode }
  return (
    <>
      {lots.codes.slice(0, MAX_LOTS).map((lot) => (
        <LotForm {...scan}>
          <input type="hidden" name="lot" value={lot} />
          <button type="submit" class="button button--wide">
            It’s lot {lot}
          </button>
        </LotForm>
      ))}
      <LotForm {...scan} class="pack__form pack__form--line">
        <label class="pack__scan">
          Another lot
          <input
            class="field__input"
            type="text"
            name="lot"
            maxlength={40}
            required
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
          />
        </label>
        <button type="submit" class="button">
          Pack it
        </button>
      </LotForm>
    </>
  )
}

type ScanAgain = { action: string; token: string; barcode: string; class?: string; children: Child }

const LotForm = ({ action, token, barcode, class: name, children }: ScanAgain) => (
  <Form method="post" action={action} class={name}>
    <input type="hidden" name="order_token" value={token} />
    <input type="hidden" name="barcode" value={barcode} />
    <input type="hidden" name="scan_id" />
    {children}
  </Form>
)
