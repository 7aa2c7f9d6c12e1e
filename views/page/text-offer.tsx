/** On pages that load the offer's script, after a yes. Shown once the script is there: without it, it does nothing. */
export const TextOffer = () => (
  <aside class="text-offer wrap" aria-label="Offers by text" hidden data-controller="text-offer">
    <p class="text-offer__words">First to know when farms harvest, and when we have deals.</p>
    <button
      type="button"
      class="button button--quiet button--small"
      data-text-offer
      data-action="text-offer#open"
    >
      Get offers by text
    </button>
    <p role="status" class="text-offer__status" data-text-offer-target="words" />
  </aside>
)
