import { InfoModal } from '../../shared/info-modal.tsx'

/** Static words, and words that can be followed. */
export const InfoModalExamples = () => (
  <>
    <InfoModal name="dry_ice" title="What about the dry ice?">
      <p>
        Let it turn to air where there is a draught. Do not touch it, and keep it away from children and pets.
      </p>
    </InfoModal>
    <InfoModal name="catch_weight" title="Why does the weight differ?">
      <p>
        A roast is cut by hand. You never pay for more than it says, and the slip tells what yours weighs.{' '}
        <a href="/terms">The terms say so too.</a>
      </p>
    </InfoModal>
  </>
)
