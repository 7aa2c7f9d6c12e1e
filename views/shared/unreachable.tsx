import { ToastShown } from './toast.tsx'

/** Waits in the page for a form or a cart change that finds no network (controllers/support/send-change.ts). */
export const Unreachable = () => (
  <template id="unreached">
    <ToastShown kind="danger" message={UNREACHED} />
  </template>
)

export const UNREACHED = "We couldn't reach the shop. Please check your connection and try again."
