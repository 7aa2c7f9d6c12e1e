import { CopyControl } from '../../shared/copy-control.tsx'

export const CopyToClipboardExamples = () => (
  <>
    <p>
      <CopyControl text="WELCOME20" of="the code" />
    </p>
    <p>
      <CopyControl text="DW-4K7M2Q" of="the order number" inline />
    </p>
  </>
)
