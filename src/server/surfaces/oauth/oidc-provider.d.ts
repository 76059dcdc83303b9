/**
 * Files that oidc-provider's index loads. The index itself is not imported: before Node 22 it writes
 * a warning to the console. oidc-provider 9 has no `exports` map; package.json pins its minor version.
 */
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  import { errors } from 'oidc-provider';

  export import InvalidClientMetadata = errors.InvalidClientMetadata;
  export import InvalidGrant = errors.InvalidGrant;
  export import InvalidTarget = errors.InvalidTarget;
}
