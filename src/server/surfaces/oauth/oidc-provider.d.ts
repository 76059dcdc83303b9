/**
 * The files of oidc-provider that its index loads too. The index itself writes a warning on the
 * console about every Node before 22, and the console belongs to the ready line and the log.
 * oidc-provider 9 has no `exports` map; package.json pins the minor version that was tested.
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
