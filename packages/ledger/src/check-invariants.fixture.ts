import { findViolations } from './invariants.ts';
import type { Db } from './types.ts';

export async function checkInvariants(db: Db): Promise<void> {
  const violations = await findViolations(db);
  if (violations.length === 0) return;
  const lines = violations.map(({ law, count, example }) => `- ${law}: ${count} times not, e.g. ${example}`);
  throw new Error(`The books are broken:\n${lines.join('\n')}`);
}
