import { Icon, type IconName } from '../../shared/icon.tsx'

export type WayFacts = {
  token: string
  /** Of a guest's receipt link; every link on the page carries it. */
  receiptKey: string | null
  /** Only the owner reaches pages of their account. */
  isOwner: boolean
}

type WayProps = {
  icon: IconName
  href: string
  title: string
  /** What it leads to, or what it costs. */
  words: string
  /** Opens over this page where scripts run. */
  isModal?: boolean
}

/** One way to change a box: its name, and what follows from it. */
export const Way = ({ icon, href, title, words, isModal = false }: WayProps) => (
  <a class="way" href={href} data-turbo-frame={isModal ? 'modal' : undefined}>
    <Icon name={icon} />
    <span class="way__words">
      <b>{title}</b>
      <span>{words}</span>
    </span>
    <Icon name="forward" />
  </a>
)
