import type { contract } from '@larkmere/contract/contract';
import {
  approveRecovery,
  listRecoveriesForStaff,
  lockOpenRecovery,
  prepareRecovery,
  refuseRecovery,
  viewRecoveryForStaff,
  withdrawRecovery,
} from '../../customers/contact-recovery/contact-recovery.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { requireHelpable } from './help-person.ts';
import type { HelpKeys } from './person.ts';

/** Refuses with `not_found`. */
export const listContactRecoveries: Verb<typeof contract.personContactRecovery.list> = async (ctx, { id }) => ({
  list: await listRecoveriesForStaff(ctx, id),
});

/** Refuses with `not_found`, `invalid_transition`, and with what the preparation refuses. */
export const prepareContactRecovery =
  ({ contactRecovery }: HelpKeys): Verb<typeof contract.personContactRecovery.prepare> =>
  async (ctx, { id: userId, email, phone, reason }) => {
    await requireHelpable(ctx, userId);
    const { id } = await prepareRecovery(ctx, contactRecovery, { userId, email, phone, reason });
    return viewRecoveryForStaff(ctx, id);
  };

/** Refuses with `not_found`, `invalid_transition` or `approver_conflict`. */
export const approveContactRecovery: Verb<typeof contract.personContactRecovery.approve> = async (ctx, input) => {
  const { userId } = await lockOpenRecovery(ctx, input.uid);
  await requireHelpable(ctx, userId);
  await approveRecovery(ctx, input);
  return viewRecoveryForStaff(ctx, input.uid);
};

export const refuseContactRecovery: Verb<typeof contract.personContactRecovery.refuse> = async (ctx, input) => {
  await refuseRecovery(ctx, input);
  return viewRecoveryForStaff(ctx, input.uid);
};

export const withdrawContactRecovery: Verb<typeof contract.personContactRecovery.withdraw> = async (ctx, input) => {
  await withdrawRecovery(ctx, input);
  return viewRecoveryForStaff(ctx, input.uid);
};
