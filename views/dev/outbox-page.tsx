import type { WireMessage } from '#src/dev/outbox.ts'

export const OutboxPage = ({ messages }: { messages: WireMessage[] }) => (
  <>
    <header class="page-head">
      <h1 class="page-head__title">Outbox</h1>
      <p class="page-head__intro">
        This is a demo shop, so emails and text messages aren't sent. They stay here.
      </p>
    </header>
    {messages.length === 0 ? (
      <section class="empty">
        <h2 class="empty__title">Nothing sent yet</h2>
        <p class="empty__words">Place an order and its receipt will show up here.</p>
      </section>
    ) : (
      <ol class="outbox">
        {messages.map((message) => (
          <Message message={message} />
        ))}
      </ol>
    )}
  </>
)

const Message = ({ message }: { message: WireMessage }) => (
  <li class="outbox__message">
    <details>
      <summary class="outbox__summary">
        <b>{message.subject || 'Text message'}</b>
        <span>
          {message.kind} to {message.to}
        </span>
        <time datetime={message.created_at}>{message.created_at.slice(0, 16).replace('T', ' ')} UTC</time>
      </summary>
      <pre class="outbox__text">{message.text}</pre>
      {message.links.length > 0 && (
        <ul class="outbox__links">
          {message.links.map((link) => (
            <li>
              <a href={link}>{link}</a>
            </li>
          ))}
        </ul>
      )}
    </details>
  </li>
)
