import { PostalCodeForm } from '../shared/postal-code-form.tsx'

/** Asks where a box goes; `returnTo` is a path of ours. */
export const CapturePostalCode = ({ returnTo }: { returnTo: string }) => (
  <>
    <p class="ask__words">
      Each center packs what is on its own shelves. With your zip code you see what can reach you, and when.
    </p>
    <PostalCodeForm id="modal_postal_code" returnTo={returnTo} />
  </>
)
