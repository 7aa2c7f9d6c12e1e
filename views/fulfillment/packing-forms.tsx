import type { FulfillmentCenter } from '#db/schema/index.ts'
import { lastScanned, missingPacks, needsWeighing, type PackedLine } from '#src/fulfillment/packing-lines.ts'
import type { WaveBoxRow } from '#src/fulfillment/wave-boxes.ts'
import type { NextBox } from '#src/fulfillment/wave-states.ts'
import type { Wave } from '#src/fulfillment/waves.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import type { PackingProblem } from './packing-page.tsx'

type OneWave = { center: FulfillmentCenter; wave: Wave }
type BoxForms = OneWave & {
  row: WaveBoxRow
  lines: PackedLine[]
  /** Of the forms that short the box and take a pack out. */
  press: string
  problem?: PackingProblem | undefined
}

/** A scanner types the code and presses Enter. `autofocus` would scroll past the task; `pack-scan` focuses the field. */
const ScanField = ({ name, label }: { name: string; label: string }) => (
  <label class="pack__scan">
    {label}
    <input
      class="field__input"
      type="text"
      name={name}
      maxlength={200}
      required
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      data-pack-scan-target="field"
    />
  </label>
)

type SlipFormProps = OneWave & {
  next: NextBox | null
  /** The stopped box on the table. */
  stopped?: WaveBoxRow | undefined
}

export const SlipForm = ({ center, wave, next, stopped }: SlipFormProps) => (
  <>
    <Form method="get" action={paths.packing(center.slug, wave.id)} class="pack__form">
      {stopped && <input type="hidden" name="order_token" value={stopped.token} />}
      <ScanField name="slip" label="Slip" />
      <button type="submit" class="button button--quiet">
        Open
      </button>
    </Form>
    {next && (
      <a class="button" href={paths.packing(center.slug, wave.id, { order_token: next.token })}>
        Start box {next.position}
      </a>
    )}
  </>
)

export function PackingForms(props: BoxForms) {
  const waiting = props.lines.find(needsWeighing)
  return waiting ? <WeighForm {...props} line={waiting} /> : <ScanForms {...props} />
}

/** For the wrong pack that was scanned, or a finger that pressed twice. */
export function UnscanForm({ center, wave, row, lines, press }: BoxForms) {
  const last = lastScanned(lines)
  if (!last) return null
  const { line, pack } = last
  return (
    <Form method="post" action={paths.unscanPackage(center.slug, wave.id)} class="pack__unscan">
      <input type="hidden" name="order_token" value={row.token} />
      <input type="hidden" name="package_id" value={pack.packageId} />
      <input type="hidden" name="press" value={press} />
      <button type="submit" class="button button--quiet">
        Take the last one out: {line.name}, {line.label}
      </button>
    </Form>
  )
}

function ScanForms({ center, wave, row, lines, press, problem }: BoxForms) {
  const missing = lines.filter((line) => missingPacks(line) > 0)
  const [next] = missing
  const scan = paths.scanPackage(center.slug, wave.id)
  return (
    <>
      <Form method="post" action={scan} class="pack__form pack__form--line">
        <input type="hidden" name="order_token" value={row.token} />
        <input type="hidden" name="scan_id" />
        <ScanField name="barcode" label="Barcode of the pack" />
        <button type="submit" class="button button--quiet">
          Pack it
        </button>
      </Form>
      {next && (
        <Form method="post" action={scan}>
          <input type="hidden" name="order_token" value={row.token} />
          <input type="hidden" name="barcode" value={next.bid_item_token} />
          <input type="hidden" name="scan_id" />
          <button type="submit" class="button button--wide">
            It’s in the box
          </button>
        </Form>
      )}
      {missing.length > 0 && <ShortForm {...{ center, wave, row, press, problem }} lines={missing} />}
    </>
  )
}

const REASONS = ['Not on the shelf', 'Torn pack', 'Thawed', 'Past its date']

/** Folded away, because it costs a shopper a part of dinner. */
function ShortForm({ center, wave, row, lines, press, problem }: BoxForms) {
  const isMissing = lines.some(({ bid_item_token }) => bid_item_token === problem?.short?.token)
  const typed = isMissing ? problem?.short : undefined
  return (
    <details class="pack__short" open={typed !== undefined}>
      <summary>Something is missing</summary>
      <Form method="post" action={paths.shortBox(center.slug, wave.id)} class="pack__fields">
        <input type="hidden" name="press" value={press} />
        <input type="hidden" name="order_token" value={row.token} />
        <label>
          What
          <select class="field__input" name="bid_item_token">
            {lines.map(({ bid_item_token, name, label }) => (
              <option value={bid_item_token} selected={bid_item_token === typed?.token}>
                {name}, {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          Packs
          <input
            class="field__input"
            type="number"
            name="quantity"
            min={1}
            max={999}
            value={typed?.quantity ?? 1}
            required
          />
        </label>
        <label>
          Why
          <select class="field__input" name="reason">
            {REASONS.map((reason) => (
              <option selected={reason === typed?.reason}>{reason}</option>
            ))}
          </select>
        </label>
        <p>Its price goes back to the customer, and we email them.</p>
        <button type="submit" class="button button--wide">
          Pack without it
        </button>
      </Form>
    </details>
  )
}

/** A text field: one for numbers would keep the digits of a barcode that is scanned into it. */
function WeighForm({ center, wave, row, line, problem }: BoxForms & { line: PackedLine }) {
  const waiting = line.packages.find(({ needsWeight }) => needsWeight)
  return (
    <Form method="post" action={paths.weighPackage(center.slug, wave.id)} class="pack__form">
      <input type="hidden" name="order_token" value={row.token} />
      <input type="hidden" name="bid_item_token" value={line.bid_item_token} />
      <input type="hidden" name="package_id" value={waiting?.packageId} />
      {problem?.code === 'weigh_again' && (
        <>
          <input type="hidden" name="confirmed" value="1" />
          <input type="hidden" name="first_grams" value={problem.grams} />
        </>
      )}
      <label class="pack__scan">
        Scale, in grams with packaging
        <input
          class="field__input"
          type="text"
          name="gross_grams"
          maxlength={200}
          inputmode="decimal"
          required
          autocomplete="off"
          data-pack-scan-target="field"
        />
      </label>
      <button type="submit" class="button">
        {problem?.code === 'weigh_again' ? 'Save the second reading' : 'Save the weight'}
      </button>
    </Form>
  )
}
