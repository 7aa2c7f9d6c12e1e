/** The package has no types; these cover what the tests' provider uses. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
  export type Context = {
    oidc: {
      provider: { Grant: new (of: { clientId: string; accountId?: string }) => Grant }
      client: { clientId: string }
      session: { accountId?: string }
    }
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<void>
    Client: { prototype: { compareClientSecret(given: string): boolean } }
    on(event: string, heard: (...words: unknown[]) => void): void
  }
}
