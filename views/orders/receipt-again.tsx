import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'

type ReceiptAgainProps = {
  token: string
  receiptKey: string | null
  /** Names this button: pressed twice, it sends one mail. */
  press: string
  /** The page to come back to. */
  returnTo: string
  words: string
}

export const ReceiptAgain = ({ token, receiptKey, press, returnTo, words }: ReceiptAgainProps) => (
  <Form action={paths.orderReceipt(token, { key: receiptKey })} method="post" class="receipt-again">
    <input type="hidden" name="press" value={press} />
    <input type="hidden" name="return_to" value={returnTo} />
    <button type="submit" class="link-button">
      {words}
    </button>
  </Form>
)
