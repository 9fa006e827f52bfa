import { type RawBuilder, sql } from 'kysely';
import type { MemberScope } from '../../platform/requests/verb.ts';

type AccountScope = Pick<MemberScope, 'accounts'>;

export const canUseAccount = ({ accounts }: AccountScope, bankholderId: string): boolean =>
  accounts === null || accounts.has(bankholderId);

/** Condition on a column with bank holder ids. */
export const isUsableBankholder = (column: RawBuilder<unknown>, { accounts }: AccountScope): RawBuilder<boolean> =>
  accounts === null ? sql`true` : sql`${column} = any(${[...accounts]}::text[])`;

/** The same for a list that comes with each row, as a `jsonb` array. */
export const isAccountIn = (id: RawBuilder<unknown>, list: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from bank_account.account a where a.id = ${id} and ${list} ? a.bankholder_id)`;

/** Condition on a column with the ids of bank accounts. */
export const isUsableAccount = (column: RawBuilder<unknown>, { accounts }: AccountScope): RawBuilder<boolean> =>
  accounts === null
    ? sql`true`
    : sql`${column} in (select id from bank_account.account where bankholder_id = any(${[...accounts]}::text[]))`;
