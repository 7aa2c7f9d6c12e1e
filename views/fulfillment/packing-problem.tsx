import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { WaveBoxRow } from '#src/fulfillment/wave-boxes.ts'
import type { Wave } from '#src/fulfillment/waves.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { Icon, type IconName } from '../shared/icon.tsx'
import type { PackingProblem } from './packing-page.tsx'

type LotFormProps = { center: FulfillmentCenter; wave: Wave; row: WaveBoxRow | null }

/** Refusals of a pack. The others are of a weight, a count or a slip. */
const PACK_PROBLEMS = [
  ...['unknown_barcode', 'scanned_before', 'wrong_item'],
  ...['wrong_lot', 'which_lot', 'lot_in_box', 'not_on_books', 'too_many'],
]

export const Problem = ({ problem, ...box }: LotFormProps & { problem: PackingProblem }) => (
  <section class="pack__now pack__now--stop" role="alert" data-scan-queue-target="problem">
    <Ask icon="alert" words={PACK_PROBLEMS.includes(problem.code) ? 'Not packed' : 'Not done'} />
    <h1 class="pack__big">{problem.title}</h1>
    <p class="pack__facts">{problem.message}</p>
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
const LotForms = ({
  center,
  wave,
  row,
  lots: { barcode, codes },
}: LotFormProps & { lots: { barcode: string; codes: string[] } }) =>
  row &&
  codes.slice(0, MAX_LOTS).map((lot) => (
    <Form method="post" action={paths.scanPackage(center.slug, wave.id)}>
      <input type="hidden" name="order_token" value={row.token} />
      <input type="hidden" name="barcode" value={barcode} />
      <input type="hidden" name="lot" value={lot} />
      <input type="hidden" name="scan_id" />
      <button type="submit" class="button button--wide">
        It’s lot {lot}
      </button>
    </Form>
  ))
