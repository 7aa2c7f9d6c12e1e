import type { Config } from '../config/config.ts'

type Hosts = Record<'scripts' | 'calls' | 'frames' | 'pictures', string[]>

export const NO_OTHERS: Hosts = { scripts: [], calls: [], frames: [], pictures: [] }

/** What the configured scripts of other companies need, and no more: no `unsafe-eval`, no inline code. */
export function otherHosts({ otherScripts }: Pick<Config, 'otherScripts'>): Hosts {
  const { tagManager, writeKey, attentive } = otherScripts ?? {}
  const parts = [tagManager && TAG_MANAGER, writeKey && SEGMENT, attentive && attentiveHosts(attentive)]
  return parts.reduce<Hosts>((sum, part) => (part ? joined(sum, part) : sum), NO_OTHERS)
}

const TAG_MANAGER: Hosts = {
  scripts: ['https://www.googletagmanager.com'],
  calls: ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
  frames: [],
  pictures: ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
}

const SEGMENT: Hosts = {
  scripts: ['https://cdn.segment.com'],
  calls: ['https://cdn.segment.com', 'https://api.segment.io'],
  frames: [],
  pictures: [],
}

const attentiveHosts = (domain: string): Hosts => ({
  scripts: ['https://cdn.attn.tv', `https://${domain}.attn.tv`],
  calls: ['https://events.attentivemobile.com', `https://${domain}.attn.tv`],
  frames: [`https://${domain}.attn.tv`],
  pictures: ['https://events.attentivemobile.com'],
})

const joined = (left: Hosts, right: Hosts): Hosts => ({
  scripts: [...left.scripts, ...right.scripts],
  calls: [...left.calls, ...right.calls],
  frames: [...left.frames, ...right.frames],
  pictures: [...left.pictures, ...right.pictures],
})
