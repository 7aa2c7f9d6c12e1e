import { EmailCaptureAfter } from '../../page/captures.tsx'

const SECONDS = 10

export const EmailCaptureExamples = () => (
  <>
    <p>
      Wait {SECONDS} seconds, or move the pointer out of the page at the top. It asks once per browser, and
      never when there is an <code>email_captured</code> cookie.
    </p>
    <label>
      It doesn't ask while you type <input type="text" />
    </label>
    <EmailCaptureAfter seconds={SECONDS} />
  </>
)
