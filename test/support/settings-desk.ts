import { signedIn } from './account.ts'
import { RUTH } from './staff.ts'
import { type World, world } from './world.ts'

export type SettingAnswer = {
  message: string
  version: number
  errors: Record<string, string>
  value: Record<string, unknown>
  yours: Record<string, unknown>
  effects: { title: string; summary: string; rows: string[][] }[]
  differences: { label: string; before: string; after: string }[]
}

/** Ruth, a staff member, with the settings calls. */
export async function settingsDesk(made?: World) {
  const shop = made ?? (await world())
  const ruth = await signedIn(shop, RUTH)
  const ask = async (group: string, body: Record<string, unknown>) => {
    const answer = await ruth.call('POST', `/staff/settings/${group}`, body)
    return { status: answer.status, ...((await answer.json()) as SettingAnswer) }
  }
  const read = async (group: string) =>
    (await (await ruth.call('GET', `/staff/settings/${group}`)).json()) as SettingAnswer
  return { shop, ruth, ask, read }
}
