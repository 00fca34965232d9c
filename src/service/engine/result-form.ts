/** Stored forms of a result: the public one, and column blocks for svclib's own clients. */
export type ResultForm = "msgpack.gz" | "blocks";
