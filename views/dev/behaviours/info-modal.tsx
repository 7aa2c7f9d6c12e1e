import { InfoModal } from '../../shared/info-modal.tsx'

export const InfoModalExamples = () => (
  <>
    <InfoModal name="dry_ice" title="What about the dry ice?">
      <p>
        Leave it to evaporate somewhere well ventilated. Don't touch it, and keep it away from children and
        pets.
      </p>
    </InfoModal>
    <InfoModal name="catch_weight" title="Why does the weight differ?">
      <p>
        Roasts are cut by hand. You never pay for more than the label says, and the packing slip shows what
        yours weighs. <a href="/terms">Our terms say so too.</a>
      </p>
    </InfoModal>
  </>
)
