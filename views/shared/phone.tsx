/** A phone number, which moves to the next line as a whole. */
export const Phone = ({ number }: { number: string }) => <span class="one-piece">{number}</span>
