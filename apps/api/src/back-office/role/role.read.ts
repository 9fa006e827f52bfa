import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export async function countActiveMembers(tx: Tx): Promise<ReadonlyMap<StaffRole, number>> {
  const { rows } = await sql<{ role: StaffRole; people: number }>`
    select role, count(*)::int as people from staff.member where status = 'active' group by role`.execute(tx);
  return new Map(rows.map(({ role, people }) => [role, people]));
}

export async function selectMemberNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from staff.member where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function findSettingOfChange(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ setting: string }>`
    select setting from platform.setting_change where id = ${id}`.execute(tx);
  return rows[0]?.setting;
}

export type ActiveMember = Readonly<{ id: string; role: StaffRole }>;

export async function selectActiveMembers(tx: Tx): Promise<ActiveMember[]> {
  const { rows } = await sql<ActiveMember>`select id, role from staff.member where status = 'active'`.execute(tx);
  return rows;
}
