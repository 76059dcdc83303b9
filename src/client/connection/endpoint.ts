/** A host name or an IP address without brackets, and a port. */
export interface Endpoint {
  host: string;
  port: number;
}
