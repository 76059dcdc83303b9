import * as z from 'zod/mini';
import { once } from '../../contract/once.ts';

/** The settings that both a profile and the top level can have. The file contains no API keys. */
const settingsSchema = once(() =>
  z.strictObject({
    base_url: z.optional(z.string()),
    timeout: z.optional(z.string()),
    api_key_file: z.optional(z.string()),
    pager: z.optional(z.string()),
    /** What `auth login` saved: the place of the key, and the only service that it is sent to. */
    login: z.optional(
      z.strictObject({ store: z.enum(['keychain', 'file']), base_url: z.string() }),
    ),
  }),
);

export const configSchema = once(() =>
  z.extend(settingsSchema(), {
    /** The default profile. */
    profile: z.optional(z.string()),
    profiles: z.optional(z.record(z.string(), settingsSchema())),
  }),
);

export type ConfigSettings = z.infer<ReturnType<typeof settingsSchema>>;
export type Config = z.infer<ReturnType<typeof configSchema>>;
