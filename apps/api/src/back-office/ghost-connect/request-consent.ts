import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { acquireLocks } from '../../platform/db/advisory-lock.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { deriveConsentCode, hashConsentCode } from './consent-code.ts';
import { countRecentConsents, insertConsent } from './ghost-connect.sql.ts';
import { consentRequested } from './ghost-connect.ts';
import { consentsPerHour } from './limits.ts';
import { requirePerson } from './require-person.ts';

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
