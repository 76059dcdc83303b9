/** Spells `nwch`: the keys of other programs in the same database differ. */
const program = 0x6e_77_63_68;

/** The keys of the advisory locks. They are here together because two purposes must not have the same key. */
export const advisoryLocks = {
  /** Held by the process that migrates the schema. */
  migration: [program, 1],
  /** Held to create and drop partitions. */
  partitions: [program, 2],
  /** Held exclusively to remove postings, and shared to merge blocks: a merge hides them from a removal. */
  postings: [program, 3],
  /** Held shared to number arrivals, and exclusively by what must not happen at the same time. */
  arrivals: [program, 4],
} as const;
