import { Icon } from '../shared/icon.tsx'
import { TurboFrame } from '../shared/turbo.tsx'

/**
 * The page's one modal, closed and empty. Links with `data-turbo-frame="modal"` and scripts fill and open it. The
 * close button comes last, so that Tab reaches the content first.
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
  'turbo:click@document->modal#expectLink',
  'modal:wanted@window->modal#accept',
  'modal:done@window->modal#close',
  'turbo:frame-load->modal#frameLoaded',
  'turbo:frame-missing->modal#frameFailed',
  'turbo:fetch-request-error->modal#frameFailed',
  'submit->modal#submitted',
  'pointerdown->modal#press',
  'click->modal#closeOnBackdrop',
  'cancel->modal#dismiss',
  'close->modal#closed',
  'turbo:before-morph-element->modal#keep',
  'turbo:before-cache@document->modal#close',
].join(' ')
