/** What src/privacy/erase.ts erases and what it keeps. */
export const ErasureTerms = () => (
  <ul class="erasure-words">
    <li>
      You're signed out everywhere, and your name, email, phone, addresses, cards, ratings, notes, reviews,
      rewards and box are deleted right away. Recurring boxes stop. Unspent store credit is lost.
    </li>
    <li>
      A box you've already paid for still arrives. The law requires us to keep a record of what you bought and
      paid, but we remove your name, street and phone from it 30 days after delivery.
    </li>
    <li>We keep the exact text of anything you agreed to, as proof. This can't be undone.</li>
  </ul>
)
