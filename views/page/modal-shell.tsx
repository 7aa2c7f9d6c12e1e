import { Icon } from '../shared/icon.tsx'
import { TurboFrame } from '../shared/turbo.tsx'

/** Links with `data-turbo-frame="modal"`, and scripts, fill it. The close button comes last in the Tab order. */
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
