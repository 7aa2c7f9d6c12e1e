import { readCookie } from '../support/cookies.ts'

const sendsSignal = (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl

/** Until a no, by the browser's signal or on the privacy page. Ask each time: a document outlives the choice. */
export const isMeasured = () => !sendsSignal && readCookie('privacy_choice') !== 'no'
