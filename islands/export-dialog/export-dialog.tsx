/** @jsxImportSource react */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { newTrapId } from '../shared/trap-id.ts'
import { wrapTab } from '../shared/wrap-tab.ts'
import { Panel } from './panels.tsx'
import type { ExportDialogProps } from './props.ts'
import type { JobDetail, Selection } from './responses.ts'
import { useExport } from './use-export.ts'

/** Opened by the list's selection (order-selection-controller.ts). Closing hides all of its panels. */
export function ExportDialog(props: ExportDialogProps) {
  const { stage, start, hear, close } = useExport(props)
  const dialog = useRef<HTMLDialogElement>(null)
  const isOpen = stage.name !== 'closed'
  const wasFinished = useRef(false)
  if (stage.name === 'finished') wasFinished.current = true

  useEffect(() => {
    const open = (event: CustomEvent<Selection>) => {
      event.preventDefault() // the form needn't go out
      void start(event.detail)
    }
    addEventListener('orders:export', open as EventListener)
    return () => removeEventListener('orders:export', open as EventListener)
  })
  useEffect(() => {
    const element = dialog.current
    const report = ({ detail }: CustomEvent<JobDetail>) => hear(detail)
    element?.addEventListener('background-job-status:change', report as EventListener)
    return () => element?.removeEventListener('background-job-status:change', report as EventListener)
  })
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || element.open === isOpen) return
    element.dataset.focusTrapId = newTrapId()
    if (isOpen) element.showModal()
    else element.close()
  }, [isOpen])

  function closed() {
    close()
    if (wasFinished.current) dispatchEvent(new CustomEvent('orders:exported'))
    wasFinished.current = false
  }

  return (
    <dialog
      className="export-dialog"
      ref={dialog}
      aria-labelledby="export_dialog_title"
      onClose={closed}
      onKeyDown={(event) => wrapTab(event.currentTarget, event)}
    >
      <header className="export-dialog__head">
        <h2 className="export-dialog__title" id="export_dialog_title">
          {stage.name === 'progress' ? 'Making the wave' : 'Export to a wave'}
        </h2>
        <button className="export-dialog__close" type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      <Panel stage={stage} start={start} close={() => dialog.current?.close()} />
    </dialog>
  )
}
