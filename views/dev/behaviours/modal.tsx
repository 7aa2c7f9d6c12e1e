import { paths } from '#src/paths.ts'
import { InfoModal } from '../../shared/info-modal.tsx'

/** Modals loaded in a frame, and one for each element that can get the focus first. */
export const ModalExamples = () => (
  <div class="prose">
    <p>
      <a class="button" href={paths.modal('capture_postal_code')} data-turbo-frame="modal">
        Modal in a frame
      </a>{' '}
      <a class="button button--quiet" href="/modals/nothing" data-turbo-frame="modal">
        Missing modal
      </a>
    </p>
    <InfoModal name="marked_first" title="A marked element first">
      <p>
        <input type="text" aria-label="Not me" /> <a href={paths.shop()}>Nor me</a>
      </p>
      <p>
        <button type="button" class="button button--quiet" data-modal-focus="">
          Marked
        </button>
      </p>
    </InfoModal>
    <InfoModal name="input_first" title="An input first">
      <form action={paths.behaviour('modal')} method="get">
        <a href={paths.shop()}>A link before it</a> <button type="button">A button before it</button>
        <input type="hidden" name="unseen" value="1" />
        <input type="text" name="hidden" aria-label="Hidden" hidden />
        <input type="text" name="seen" aria-label="The first visible input" />
        <button type="submit" class="button">
          Send
        </button>
      </form>
    </InfoModal>
    <InfoModal name="link_first" title="A link first">
      <button type="button" class="button button--quiet">
        A button before it
      </button>{' '}
      <a href={paths.modal('capture_email')} data-turbo-frame="modal">
        On to another modal
      </a>
    </InfoModal>
    <InfoModal name="button_first" title="A button first">
      <button type="button" disabled>
        Disabled
      </button>{' '}
      <button type="button" class="button" data-action="modal#close">
        Got it
      </button>
    </InfoModal>
  </div>
)
