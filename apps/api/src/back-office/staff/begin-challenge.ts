import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { createAssertionOptions } from '../../platform/security/passkey.ts';
import { countOpenChallenges, insertChallenge, selectPasskeys } from '../../platform/security/passkey-store.ts';
import type { StaffFactorSettings } from './factor-settings.ts';
import { methodsOf } from './list-factors.ts';
import { findMemberById } from './staff.sql.ts';
import { staffPasskeyOwner } from './staff-factor.sql.ts';
import { staffPurposeDigest } from './verify-own-factor.ts';

const maxOpenChallenges = 30;

/** Refuses with `rate_limited`. */
export const beginStaffChallenge =
  (settings: StaffFactorSettings): Verb<typeof contract.staffFactor.beginChallenge> =>
  async ({ tx, actor: { staffId, sessionId } }, { purpose }) => {
    const owner = staffPasskeyOwner(staffId);
    const methods = methodsOf(await findMemberById(tx, staffId));
    if (!methods.includes('passkey')) return { methods, passkey: null };
    if ((await countOpenChallenges(tx, owner)) >= maxOpenChallenges) throw new Refusal('rate_limited');
    const options = await createAssertionOptions(settings, await selectPasskeys(tx, owner));
    const purposeHash = staffPurposeDigest(purpose, staffId);
    await insertChallenge(tx, options.challenge, { owner, sessionId, loginAttemptId: null, purposeHash });
    return { methods, passkey: options };
  };
