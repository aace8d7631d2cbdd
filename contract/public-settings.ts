import { z } from 'zod/mini'
import { defineCall } from './call.ts'

export const PublicSettings = z.object({
  timezone: z.string(),
  title: z.string(),
  viewerReadOnly: z.boolean(),
  sandbox: z.boolean(),
  /** Whether a bot is set up. Without one no code can be sent. */
  hasBot: z.boolean(),
  /** The page of the stand-in Telegram; null outside the sandbox. */
  sandboxPage: z.nullable(z.string()),
})

export type PublicSettings = z.output<typeof PublicSettings>

/** Separate from the other settings, which only admins load. */
export const publicSettingCalls = {
  readPublic: defineCall({
    method: 'GET',
    path: '/settings/public',
    access: 'anyone',
    summary: 'What every screen needs to know',
    answers: { 200: PublicSettings },
    shared: true,
  }),
} as const
