/** For logs, headers and waiting only. Decisions about money and deadlines use `ctx.now`, the time of the database. */
export const systemClock = (): Date => new Date();
