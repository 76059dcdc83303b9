/**
 * Internal files of oidc-provider, imported because its index logs a warning before Node 22.
 * Version 9 has no `exports` map, so they can be imported; package.json pins the minor version.
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
