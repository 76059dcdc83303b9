interface Closable {
  close(): Promise<unknown>;
}

const open: Closable[] = [];

/** Closes a resource after the test, or at the end of the file if its tests run concurrently. */
export function closing<Resource extends Closable>(resource: Resource): Resource {
  open.push(resource);
  return resource;
}

/** Closes everything that was passed to {@link closing}. */
export async function closeAll(): Promise<void> {
  await Promise.all(open.splice(0).map((resource) => resource.close()));
}
