export class WriterFailed extends Error {
  override name = 'WriterFailed';
  constructor(cause: unknown) {
    super('the rows that came along cannot be written', { cause });
  }
}

/** The error, if it is certain that nothing was written and a retry cannot help; otherwise undefined. */
export function permanentErrorOf(error: unknown): Error | undefined {
  if (error instanceof WriterFailed) return error.cause instanceof Error ? error.cause : error;
  return error instanceof Error && sqlStateOf(error) && !isTransient(error) ? error : undefined;
}

/** Connection, read-only standby, rollback, resources, operator intervention, system error. */
const transientStates = /^(08|25006|40|53|55|57|58)/;
const driverErrorPattern = /connection|timeout exceeded/i;

export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlStateOf(error);
  if (state) return transientStates.test(state) || isIdCollision(error);
  return 'errno' in error || driverErrorPattern.test(error.message);
}

function sqlStateOf(error: Error): string | undefined {
  const { code, errno } = error as { code?: unknown; errno?: unknown };
  if (errno !== undefined) return undefined; // EPIPE has five letters too.
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/**
 * Concurrent operations of one id on the same accounts wait for each other; on different accounts they collide here.
 */
export function isIdCollision(error: unknown): boolean {
  const { code, schema, table } = error as { code?: string; schema?: string; table?: string };
  return code === '23505' && schema === 'ledger' && table?.startsWith('transfer') === true;
}
