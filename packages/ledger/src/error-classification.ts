/**
 * Concurrent operations of one id on the same accounts wait for each other; on different accounts they collide here.
 */
export function isIdCollision(error: unknown): boolean {
  const { code, schema, table } = error as { code?: string; schema?: string; table?: string };
  return code === '23505' && schema === 'ledger' && table?.startsWith('transfer') === true;
}
