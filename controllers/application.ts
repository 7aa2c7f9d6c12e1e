import './support/first-paint.ts'

import { Application } from '@hotwired/stimulus'
import { Turbo } from '@hotwired/turbo-rails'
import { registerControllers } from './index.ts'
import { copyInert } from './support/copy-inert.ts'
import { addFormToken } from './support/form-token.ts'
import { holdSubmit } from './support/held-submits.ts'
import { keepFocusInList } from './support/keep-focus-in-list.ts'
import { keepMovedFocus } from './support/keep-moved-focus.ts'
import { keepTyping } from './support/keep-typing.ts'
import { leaveFrame } from './support/leave-frame.ts'
import { measureLater } from './support/measure-later.ts'
import { nextTask } from './support/next-task.ts'
import { noteRendered } from './support/promoted-frames.ts'
import { followReloadingRedirect, reloadIfRequested } from './support/requested-reload.ts'
import { stayOnPage } from './support/same-page-links.ts'
import { addScaleWeight, sendScaleWeight } from './support/scale-weight.ts'
import { reportUnreachable } from './support/send-change.ts'
import { forgetSent, sendOnce } from './support/send-once.ts'

// Small, and shared by scripts that load later: files of their own would be mostly headers.
import '#islands/shared/replace-contents.ts'
import './support/send-form.ts'

declare global {
  interface Window {
    Stimulus: Application
  }
}

const PROGRESS_BAR_DELAY_MS = 500

Turbo.config.drive.progressBarDelay = PROGRESS_BAR_DELAY_MS
Turbo.config.forms.submitter = 'aria-disabled' // a disabled button would lose the focus
sendScaleWeight()

// In the capture phase, before Turbo reads the form.
addEventListener('submit', holdSubmit, true)
addEventListener('submit', addFormToken, true)
addEventListener('submit', sendOnce)
addEventListener('pageshow', forgetSent)
addEventListener('turbo:before-stream-render', keepTyping)
addEventListener('turbo:before-stream-render', keepFocusInList)
addEventListener('turbo:before-stream-render', keepMovedFocus)
addEventListener('turbo:before-fetch-response', followReloadingRedirect)
addEventListener('turbo:load', reloadIfRequested)
addEventListener('turbo:load', noteRendered)
// Flushes styles, so that the next page jumps to its top without smooth scrolling even within this frame.
addEventListener('turbo:visit', () => getComputedStyle(document.documentElement).scrollBehavior)
addEventListener('turbo:before-fetch-request', addScaleWeight)
addEventListener('turbo:frame-missing', leaveFrame)
addEventListener('turbo:click', stayOnPage)
// A page restored from Turbo's cache must not move the focus to its autofocus field again.
addEventListener('turbo:before-cache', () => {
  for (const element of document.querySelectorAll('[autofocus]')) element.removeAttribute('autofocus')
})
addEventListener('turbo:before-cache', copyInert)
measureLater()
addEventListener('turbo:fetch-request-error', ({ target }) => {
  if (target instanceof HTMLFormElement) reportUnreachable()
})

// Lets the page answer a tap first: Turbo has just taken a phone a tenth of a second.
await nextTask()
// For the developer console, and for tests to see when controllers have loaded.
window.Stimulus = Application.start()
void registerControllers(window.Stimulus)

await nextTask()
// Turbo has missed that the page is complete if that was before the first paint.
if (document.readyState === 'complete') document.dispatchEvent(new Event('readystatechange'))
