import { TurboStream } from '../shared/turbo.tsx'
import { CodeEntry, type CodesShown } from './code-entry.tsx'

type CodesChangedProps = {
  orderToken: string
  codes: CodesShown
  returnTo: string
  update: { version: number } | undefined
  message: string
}

export const CodesChanged = ({ message, ...entry }: CodesChangedProps) => (
  <>
    <TurboStream action="replace" method="morph" target="checkout_code">
      <CodeEntry id="checkout_code" {...entry} />
    </TurboStream>
    <TurboStream action="update" target="flash">
      <p class="visually-hidden">{message}</p>
    </TurboStream>
  </>
)
