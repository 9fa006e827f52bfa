import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { decrypt } from '../../platform/security/encryption.ts';
import { buildEnrolmentUri } from '../../platform/security/totp.ts';
import { claimSecretDisplay } from './staff.sql.ts';

export const staffIssuer = 'Larkmere Staff';

export const showEnrolmentQrCode =
  (key: Buffer): Verb<typeof contract.staff.qrcode> =>
  async (ctx) => {
    const member = await claimSecretDisplay(ctx.tx, ctx.actor.sessionId);
    if (!member?.totpSecret) throw new Refusal('enrolment_closed');
    await audit(ctx, 'staff.totp_displayed', `staff:${member.memberId}`);
    const secret = decrypt(key, member.memberId, member.totpSecret);
    return { uri: buildEnrolmentUri({ issuer: staffIssuer, username: member.username, secret }), secret };
  };
