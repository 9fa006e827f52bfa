import { maySeeConfidential } from '@larkmere/contract/back-office/confidential';
import { allows, type StaffRight } from '@larkmere/contract/back-office/permissions';
import { type RawBuilder, sql } from 'kysely';
import { Refusal } from './refusal.ts';
import type { Actor, StaffActor } from './verb.ts';

/**
 * For what the table of calls cannot say, because it depends on the data: a payment that is confidential, or a setting
 * that belongs to an area. Refuses `access_denied`.
 */
export function requireRight({ permissions }: Pick<StaffActor, 'permissions'>, ...right: StaffRight): void {
  if (!allows(permissions, right)) throw new Refusal('access_denied');
}

/** Of a query: leaves out the rows that are confidential, unless their reader may see them. Customers never may. */
export const readableBy = (reader: Actor, isConfidential: RawBuilder<boolean>): RawBuilder<boolean> =>
  reader.kind === 'staff' && maySeeConfidential(reader.permissions)
    ? sql<boolean>`true`
    : sql<boolean>`not (${isConfidential})`;

export const isConfidentialEntry = sql<boolean>`platform.is_confidential(a)`;
export const isConfidentialVisit = sql<boolean>`ghost_connect.is_confidential(v.basis)`;
export const isConfidentialNote = sql<boolean>`n.is_confidential`;
export const isPaymentWithCompliance = sql<boolean>`review.is_with_compliance(p.id)`;
