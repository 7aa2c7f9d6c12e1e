import { ScaleField } from '../../fulfillment/scale-field.tsx'
import { ScanBar } from '../../fulfillment/scan-bar.tsx'

const PACKS = [
  { barcode: 'RIBEYE14', name: 'Ribeye, 14 oz' },
  { barcode: 'BRISKET5', name: 'Brisket, 5 lb' },
]

/** Looks only at the rows of the page; the inventory also asks the shop. */
export const BarcodeFieldExamples = () => (
  <div data-controller="barcode-field">
    <ScaleField />
    <ScanBar action="/behaviours/barcode-field" message={undefined} isProblem={false} />
    <ul>
      {PACKS.map(({ barcode, name }) => (
        <li data-barcode-field-target="row" data-barcode={barcode} data-name={name}>
          {name}: {barcode}
        </li>
      ))}
    </ul>
  </div>
)
