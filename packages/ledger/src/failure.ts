/** A caller's rows could not be written. Thrown before COMMIT, so nothing of the batch was done. */
export class WriterFailed extends Error {
  override name = 'WriterFailed';
  constructor(cause: unknown) {
    super('the rows that came along cannot be written', { cause });
  }
}

/**
 * What is wrong with the batch itself, when it is certain that nothing of it was done; undefined when the outcome is
 * unclear, or the next attempt may well succeed.
 */
export function faultIn(error: unknown): Error | undefined {
  if (error instanceof WriterFailed) return error.cause instanceof Error ? error.cause : error;
  return error instanceof Error && stateOf(error) && !isPassing(error) ? error : undefined;
}

/** States that say nothing about the batch: connection, standby, deadlock, resources, an operator, the system. */
const passing = /^(08|25006|40|53|55|57|58)/;
const fromDriver = /connection|timeout exceeded/i;

/** Trouble that passes by: of the connection, of the server, or with those who do the same at the same moment. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = stateOf(error);
  if (state) return passing.test(state) || isIdCollision(error);
  return 'errno' in error || fromDriver.test(error.message);
}

function stateOf(error: Error): string | undefined {
  const { code, errno } = error as { code?: unknown; errno?: unknown };
  if (errno !== undefined) return undefined; // EPIPE has five letters too
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Two operations of one id between the same accounts wait for each other; these two had different accounts. */
export function isIdCollision(error: unknown): boolean {
  const { code, schema, table } = error as { code?: string; schema?: string; table?: string };
  return code === '23505' && schema === 'ledger' && table?.startsWith('transfer') === true;
}
