import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'

type ScanBarProps = {
  action: string
  /** What came of the last scan. */
  message: string | undefined
  isProblem: boolean
}

/** Stands within an element with the controller `barcode-field`. A scanner types the code and presses Enter. */
export const ScanBar = ({ action, message, isProblem }: ScanBarProps) => (
  <div class="scan-bar">
    <Form method="get" action={action} class="desk-search scan-bar__form" data-action="barcode-field#scan">
      <label class="visually-hidden" for="barcode">
        Barcode
      </label>
      <Icon name="barcode" />
      <input
        type="text"
        id="barcode"
        name="barcode"
        maxlength={100}
        placeholder="Scan or type a barcode"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        autofocus={message !== undefined}
        aria-describedby="barcode_status"
        data-barcode-field-target="field"
      />
      <button type="submit" class="button button--quiet button--small">
        Go to row
      </button>
    </Form>
    <p
      class="scan-bar__status"
      id="barcode_status"
      role="status"
      data-barcode-field-target="status"
      data-problem={isProblem ? '' : undefined}
    >
      {message}
    </p>
  </div>
)
