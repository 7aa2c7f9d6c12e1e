import { Application } from '@hotwired/stimulus'
import * as Turbo from '@hotwired/turbo'
import { registerControllers } from './index.ts'

const PROGRESS_BAR_DELAY_MS = 500

Turbo.config.drive.progressBarDelay = PROGRESS_BAR_DELAY_MS
registerControllers(Application.start())
