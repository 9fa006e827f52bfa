import { sql } from 'kysely';
import { audit } from './audit.ts';
import type { Ctx } from './verb.ts';

type Contradiction = Readonly<{
  partner: 'card_processor' | 'card_acquirer' | 'bank';
  field: string;
  /** What we know, and what the partner says now. */
  expected: string;
  reported: string;
}>;

/**
 * Hands a message that contradicts what we know to staff, with both versions. The message moves no money, and a genuine
 * one is still applied whenever it comes. The same contradiction again, such as at each poll, adds nothing.
 */
export async function recordContradiction(ctx: Ctx, entity: string, found: Contradiction): Promise<void> {
  const { rows } = await sql`
    select from platform.audit where action = 'partner.contradiction' and entity = ${entity}
      and detail @> ${JSON.stringify(found)}::jsonb limit 1`.execute(ctx.tx);
  if (rows.length === 0) await audit(ctx, 'partner.contradiction', entity, found);
}
