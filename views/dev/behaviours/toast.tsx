import { LastingToast, Toast } from '../../shared/toast.tsx'

const LONGER_MS = 6_000

/** One that leaves after two seconds, one that takes its time, and one that stays until it is closed. */
export const ToastExamples = () => (
  <>
    <p class="prose">
      At the top right two that leave by themselves, when the pointer is not on them; below, one that waits to
      be closed, and then does not come back for a year.
    </p>
    <div role="status">
      <Toast kind="notice" message="This is gone in two seconds." />
      <Toast kind="notice" message="This takes its time." timeoutMs={LONGER_MS} />
    </div>
    <LastingToast token="example-of_2026" message="Boxes for Thanksgiving leave us by Monday noon." />
  </>
)
