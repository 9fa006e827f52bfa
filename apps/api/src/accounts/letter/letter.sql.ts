import type { LetterContent, LetterKind } from '@larkmere/contract/accounts/letter';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { MemberCtx } from '../../platform/requests/verb.ts';

export type Letter = Readonly<{
  id: string;
  kind: LetterKind;
  code: string;
  content: LetterContent;
  issuedAt: Date;
}>;

export async function insertLetter(
  tx: Tx,
  { customerId, userId }: Readonly<{ customerId: string; userId: string }>,
  { id, kind, code, content, issuedAt }: Letter,
  accounts: readonly string[],
): Promise<void> {
  await tx
    .insertInto('letter.letter')
    .values({
      id,
      customerId,
      userId,
      kind,
      code,
      content: JSON.stringify(content),
      issuedAt,
      accounts: [...accounts],
    })
    .execute();
}

const columns = sql`id, kind, code, content, issued_at`;

/** Of statements only what a reader checks is stored. */
const isStored = sql`kind <> 'statement'`;

/** A member sees the letters whose accounts they may all use. */
const isVisible = ({ customerId, accounts }: MemberCtx['actor']) => sql`
  customer_id = ${customerId} and ${accounts === null ? sql`true` : sql`accounts <@ ${[...accounts]}::text[]`}`;

export async function selectLetters({ tx, actor }: MemberCtx, limit: number): Promise<Letter[]> {
  const { rows } = await sql<Letter>`
    select ${columns} from letter.letter
    where ${isVisible(actor)} and ${isStored} and issued_at > now() - interval '2 years'
    order by issued_at desc limit ${limit}`.execute(tx);
  return rows;
}

export async function selectLetter({ tx, actor }: MemberCtx, id: string): Promise<Letter | undefined> {
  const { rows } = await sql<Letter>`
    select ${columns} from letter.letter where id = ${id} and ${isVisible(actor)} and ${isStored}`.execute(tx);
  return rows[0];
}

export async function selectLetterByCode(tx: Tx, code: string): Promise<Letter | undefined> {
  const { rows } = await sql<Letter>`select ${columns} from letter.letter where code = ${code}`.execute(tx);
  return rows[0];
}
