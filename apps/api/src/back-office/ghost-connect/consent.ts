import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { type Message, message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { findMemberLogin, type LoginAccount } from '../../identity/session/session.ts';
import type { Tx } from '../../platform/db/db.ts';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffActor, Verb, WorkflowContext } from '../../platform/requests/verb.ts';
import {
  consentsPerHour,
  countRecentConsents,
  countWrongTry,
  insertConsent,
  lockOpenConsent,
} from './ghost-connect.sql.ts';

export const consentRequested = defineEvent<ConsentRequested>('ghost_connect.consent_requested');

type ConsentRequested = Readonly<{
  consentId: string;
  customerId: string;
  userId: string;
  staffName: string;
  expiresAt: string;
}>;

/**
 * The six digits that the customer reads out. Neither the database nor the outbox holds them: the e-mail and the app
 * derive them again.
 */
export const deriveConsentCode = (key: Buffer, consentId: string): string => {
  const digest = createHmac('sha256', key).update(consentId).digest();
  return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0');
};

export const deriveConsentKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere consent of customers to a visit of staff', 32));

/** Six digits are few, so their hash is keyed: who reads the table cannot try them all. */
const hashConsentCode = (key: Buffer, consentId: string, code: string): Buffer =>
  createHmac('sha256', key).update(`hash:${consentId}:${code}`).digest();

export type ConnectInput = Input<typeof contract.ghostConnect.connect>;

export const missing = (field: keyof ConnectInput, reason: Message): Refusal =>
  new Refusal('validation_failed', { errors: [{ field, code: 'required', reason }] });

/** A wrong try counts although the call is refused, so it has a transaction of its own. */
export async function checkConsent(
  steps: WorkflowContext<StaffActor>,
  key: Buffer,
  input: ConnectInput,
): Promise<string> {
  const { id: customerId, user: userId, consentCode } = input;
  if (consentCode === undefined) throw missing('consentCode', message('consent_code_missing'));
  const consentId = await steps.transaction(async ({ tx, actor }) => {
    const consent = await lockOpenConsent(tx, { userId, customerId, staffId: actor.staffId });
    if (!consent) return undefined;
    if (timingSafeEqual(hashConsentCode(key, consent.id, consentCode), consent.codeHash)) return consent.id;
    await countWrongTry(tx, consent.id);
    return undefined;
  });
  if (consentId === undefined) throw new Refusal('consent_code_wrong');
  return consentId;
}

/** Refuses with `not_found` and `too_many_consent_requests`. */
export const requestConsent =
  (key: Buffer): Verb<typeof contract.ghostConnect.requestConsent> =>
  async (ctx, { id: customerId, user: userId }) => {
    const { tx, actor } = ctx;
    await requirePerson(tx, { userId, customerId });
    await acquireLocks(tx, [`ghost_connect.consent:${userId}`]);
    if ((await countRecentConsents(tx, userId)) >= consentsPerHour) throw new Refusal('too_many_consent_requests');
    const id = v7();
    const codeHash = hashConsentCode(key, id, deriveConsentCode(key, id));
    const expires = await insertConsent(tx, { id, userId, customerId, staffId: actor.staffId, codeHash });
    const expiresAt = expires.toISOString();
    await audit(ctx, 'ghost_connect.consent_requested', `customer:${customerId}`, { person: userId });
    await emit(ctx, consentRequested, { consentId: id, customerId, userId, staffName: actor.name, expiresAt });
    return { expiresAt };
  };

/** A person who can sign in to this customer. Refuses with `not_found`. */
export async function requirePerson(
  tx: Tx,
  member: Readonly<{ userId: string; customerId: string }>,
): Promise<LoginAccount> {
  const login = await findMemberLogin(tx, member);
  if (!login) throw new Refusal('not_found');
  if (!login.isOpen) throw new Refusal('not_found', { reason: message('connect_person_unavailable') });
  return login;
}
