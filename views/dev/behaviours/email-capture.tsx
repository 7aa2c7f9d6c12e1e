import { EmailCaptureAfter } from '../../page/captures.tsx'

const SECONDS = 10

/** Asks by itself, after ten seconds or when the pointer leaves the page. */
export const EmailCaptureExamples = () => (
  <>
    <p>
      Wait {SECONDS} seconds, or take the pointer out of the page by the top. It asks once in a browser, and
      never when the cookie <code>email_captured</code> is there.
    </p>
    <label>
      Nobody is asked while typing <input type="text" />
    </label>
    <EmailCaptureAfter seconds={SECONDS} />
  </>
)
