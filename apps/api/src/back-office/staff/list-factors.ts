import type { StaffFactorMethod } from '@larkmere/contract/back-office/staff';
import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectPasskeys } from '../../platform/security/passkey-store.ts';
import { toPasskeyView } from '../../platform/security/passkey-view.ts';
import { findMemberById, type StaffMember } from './staff.sql.ts';
import { staffPasskeyOwner } from './staff-factor.sql.ts';

export const listOwnFactors: Verb<typeof contract.staffFactor.list> = async ({ tx, actor: { staffId } }) => {
  const member = await findMemberById(tx, staffId);
  const passkeys = await selectPasskeys(tx, staffPasskeyOwner(staffId));
  return {
    passkeys: passkeys.map(toPasskeyView),
    authenticator: member?.totpConfirmedAt ? { addedAt: member.totpConfirmedAt.toISOString() } : null,
    methods: methodsOf(member),
  };
};

/** Empty until the first second factor is set up. */
export function methodsOf(member: StaffMember | undefined): StaffFactorMethod[] {
  const methods = { passkey: member?.hasPasskey === true, totp: member?.totpConfirmedAt instanceof Date };
  return (['passkey', 'totp'] as const).filter((method) => methods[method]);
}
