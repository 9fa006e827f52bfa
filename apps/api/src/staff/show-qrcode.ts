import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { unseal } from './seal.ts';
import { takeSecretToShow } from './staff.sql.ts';
import { enrolmentUri } from './totp.ts';

export const showQrcode =
  (key: Buffer): Verb<typeof contract.manage.qrcode> =>
  async (ctx) => {
    const member = await takeSecretToShow(ctx.tx, ctx.actor.sessionId);
    if (!member?.totpSecret) throw new Refusal('enrolment_closed');
    await audit(ctx, 'staff.totp_shown', `staff:${member.memberId}`);
    const secret = unseal(key, member.memberId, member.totpSecret);
    return { uri: enrolmentUri(member.username, secret), secret };
  };
