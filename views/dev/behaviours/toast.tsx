import { LastingToast, Toast } from '../../shared/toast.tsx'

const LONGER_MS = 6_000

export const ToastExamples = () => (
  <>
    <p class="prose">
      The two at the top right go away by themselves unless the pointer is on them. The one at the bottom
      stays until you close it, and then doesn't come back for a year.
    </p>
    <div role="status">
      <Toast kind="notice" message="This goes away in two seconds." />
      <Toast kind="notice" message="This one stays a little longer." timeoutMs={LONGER_MS} />
    </div>
    <LastingToast token="example-of_2026" message="Thanksgiving boxes ship by Monday at noon." />
  </>
)
