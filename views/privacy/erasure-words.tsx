/** What goes and what stays, whichever way somebody has themselves erased (src/privacy/erase.ts). */
export const ErasureWords = () => (
  <ul class="erasure-words">
    <li>
      You are signed out everywhere, and your name, email, phone, addresses, cards, ratings, rewards and box
      are gone at once. No recurring box follows.
    </li>
    <li>
      A box that is paid for still comes. What was bought and charged stays in our books, as the law asks;
      your name, street and phone go from it thirty days after it arrived.
    </li>
    <li>What you agreed to, in its very words, is kept as proof. Nobody can undo any of this.</li>
  </ul>
)
