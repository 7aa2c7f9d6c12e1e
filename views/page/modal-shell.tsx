import { Icon } from '../shared/icon.tsx'
import { TurboFrame } from '../shared/turbo.tsx'

/**
 * The one modal of a page, closed and empty: links with `data-turbo-frame="modal"` fill and open it, as do behaviours
 * that ask for it. The close button comes last, so that Tab goes through what is asked first.
 */
export const ModalShell = () => (
  <dialog id="modal_dialog" class="modal" data-controller="modal" data-action={ACTIONS}>
    <div class="modal__panel">
      <TurboFrame id="modal" target="_top" data-modal-target="frame" />
      <button type="button" class="modal__close" aria-label="Close" data-action="modal#close">
        <Icon name="close" />
      </button>
    </div>
  </dialog>
)

const ACTIONS = [
  'turbo:click@document->modal#expect',
  'modal:wanted@window->modal#take',
  'modal:done@window->modal#close',
  'turbo:frame-load->modal#fill',
  'turbo:frame-missing->modal#miss',
  'turbo:fetch-request-error->modal#miss',
  'submit->modal#submitted',
  'pointerdown->modal#press',
  'click->modal#leave',
  'cancel->modal#dismiss',
  'close->modal#closed',
  'turbo:before-morph-element->modal#keep',
  'turbo:before-cache@document->modal#close',
].join(' ')
