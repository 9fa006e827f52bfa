import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import type { Verb } from '../kernel/verb.ts';
import { requireNameCheck } from './name-check.ts';
import { insertPayee, insertVersion, type PayeeDetails } from './payee.sql.ts';
import { payeeAdded, requireOwnPayee } from './payee.ts';
import { viewOf } from './payee.view.ts';
import { refusingTwin } from './refusing-twin.ts';

/**
 * Adds a payee that can be paid at once, on the name check that the customer saw.
 * Throws `payee_details_invalid`, `payee_exists`, `name_check_required`, `name_check_unconfirmed`.
 */
export const addPayee: Verb<typeof contract.payee.add> = async (ctx, input) => {
  const { tx, actor, now } = ctx;
  const { nameCheckId: checkId, acceptNameCheck: accepted = false } = input;
  const nameCheckId = await requireNameCheck(ctx, input, { checkId, accepted });
  const details: PayeeDetails = {
    entityType: input.entityType,
    name: input.name,
    nickname: input.nickname || null,
    sortCode: input.sortCode,
    accountNumber: input.accountNumber,
    defaultReference: input.defaultReference || null,
    favourite: false,
    status: 'approved',
    reason: null,
    nameCheckId,
  };
  const written = { id: v7(), version: 1, personId: actor.personId, at: now };
  await refusingTwin(insertPayee(tx, written, actor.customerId, details));
  await insertVersion(tx, written, details);
  const { id: payeeId, version, personId } = written;
  await emit(ctx, payeeAdded, { payeeId, version, customerId: actor.customerId, personId });
  await audit(ctx, 'payee.added', `payee:${payeeId}`, { nameCheckId, accepted });
  return viewOf(await requireOwnPayee(ctx, payeeId));
};
