/** The island inserts this HTML into its email error area, so it must never contain typed text. */
export const EmailProblemNotice = ({ message }: { message: string }) => (
  <span>
    {message} <span class="hint">For example: name@example.com</span>
  </span>
)
