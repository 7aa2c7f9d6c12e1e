import { Application } from '@hotwired/stimulus'
import { Turbo } from '@hotwired/turbo-rails'
import { registerControllers } from './index.ts'
import { addFormToken } from './support/form-token.ts'
import { keepPlace } from './support/keep-scroll.ts'
import { keepTyping } from './support/keep-typing.ts'
import { leaveFrame } from './support/leave-frame.ts'
import { followReloadingRedirect, reloadIfRequested } from './support/requested-reload.ts'
import { stayOnPage } from './support/same-page-links.ts'
import { addScaleWeight, sendScaleWeight } from './support/scale-weight.ts'
import { reportUnreachable } from './support/send-change.ts'
import { forgetSent, sendOnce } from './support/send-once.ts'

declare global {
  interface Window {
    Stimulus: Application
  }
}

const PROGRESS_BAR_DELAY_MS = 500

Turbo.config.drive.progressBarDelay = PROGRESS_BAR_DELAY_MS
Turbo.config.forms.submitter = 'aria-disabled' // a button that was pressed keeps the focus
sendScaleWeight()

// By this name a developer's console finds the behaviours of a page, and a test sees that they came.
window.Stimulus = Application.start()
registerControllers(window.Stimulus)

// Before Turbo reads the form, hence on the way down.
addEventListener('submit', addFormToken, true)
addEventListener('submit', sendOnce)
addEventListener('pageshow', forgetSent)
addEventListener('turbo:before-stream-render', keepTyping)
addEventListener('turbo:before-stream-render', keepPlace)
addEventListener('turbo:before-fetch-response', followReloadingRedirect)
addEventListener('turbo:load', reloadIfRequested)
// The next page stands at its top at once (base.css), even if it is here before a frame had the styles looked at anew.
addEventListener('turbo:visit', () => getComputedStyle(document.documentElement).scrollBehavior)
addEventListener('turbo:before-fetch-request', addScaleWeight)
addEventListener('turbo:frame-missing', leaveFrame)
addEventListener('turbo:click', stayOnPage)
// A page that Turbo brings back has the focus where it had it, not where it once began.
addEventListener('turbo:before-cache', () => {
  for (const element of document.querySelectorAll('[autofocus]')) element.removeAttribute('autofocus')
})
addEventListener('turbo:fetch-request-error', ({ target }) => {
  if (target instanceof HTMLFormElement) reportUnreachable()
})
