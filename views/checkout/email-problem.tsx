/** Why an email address was not taken, as the island shows it in the email error area. Fixed words, nothing typed. */
export const EmailProblemNotice = ({ message }: { message: string }) => (
  <span>
    {message} <span class="hint">For example: name@example.com</span>
  </span>
)
