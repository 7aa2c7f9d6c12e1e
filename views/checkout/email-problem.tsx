/** The island inserts this HTML into its email error area, so it must never contain typed text. */
export const EmailProblemNotice = ({ message, hasExample }: { message: string; hasExample: boolean }) => (
  <span>
    {message}
    {hasExample && (
      <>
        {' '}
        <span class="hint">For example: name@example.com</span>
      </>
    )}
  </span>
)
