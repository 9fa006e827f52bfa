/** The wall clock of the process: for logs, headers and waiting. Decisions about money and time limits use `ctx.now`, which is the database's. */
export const wallClock = (): Date => new Date();
