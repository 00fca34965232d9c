/** The forms a result is kept in: the public one, and column blocks for svclib's own clients. */
export type ResultForm = "msgpack.gz" | "blocks";
