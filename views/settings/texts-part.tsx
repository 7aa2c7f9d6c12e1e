import { paths } from '#src/paths.ts'
import { TextSettings } from '../tracking/texts-card.tsx'
import { AccountPart, type PartProps } from './account-part.tsx'

export const TextsPart = ({ account, problem, isUpdated }: PartProps) => (
  <AccountPart
    isUpdated={isUpdated}
    problem={problem}
    id="account_texts"
    title="Delivery texts"
    intro="News of your boxes by text: shipped, out for delivery, delivered, delayed. Never between 9 p.m. and 8 a.m."
  >
    <TextSettings card={account.texts} returnTo={paths.accountPart('account_texts')} />
  </AccountPart>
)
