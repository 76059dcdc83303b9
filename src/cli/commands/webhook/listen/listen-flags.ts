import type { GlobalFlags } from '../../../config/settings.ts';
import type { InboxFlags } from '../inbox-folder.ts';
import type { SecretFlags } from '../secrets.ts';

export interface ListenFlags extends SecretFlags, GlobalFlags, InboxFlags {
  connect?: boolean;
  monitor?: string;
  tunnelUrl?: string;
  count?: string;
  host: string;
  port?: string;
  path?: string;
  exec?: string[];
  forward?: string;
  handlerTimeout: string;
  retries: string;
}
