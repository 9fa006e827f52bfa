import { randomUUID } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import type { LoginFactors, PendingLogin } from '../../identity/session/session.ts';
import { recordState } from '../../platform/lifecycle/change-state.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { hashToken } from '../../platform/security/token.ts';
import { deriveFactorResetCode, emitState, endReset } from './change-reset-state.ts';
import { selectIdentityCustomer } from './factor-reset.read.ts';
import {
  countRecentLinks,
  extendRequest,
  insertLink,
  insertRequest,
  lockOpenRequest,
  lockPerson,
} from './factor-reset.sql.ts';
import { factorResetLifecycle, type ResetRow } from './factor-reset-lifecycle.ts';

const linkHours = 72;
const maxLinksPerDay = 3;

export const hoursAfter = (now: Date, hours: number): Date => new Date(now.getTime() + hours * 3_600_000);

/**
 * Mails a link to a person whose password was right. Refuses with `login_failed` if that login is unknown, used or too
 * old; whatever is open for the person already, and above the most links of a day, the answer is the same.
 */
export const requestReset =
  (factors: Pick<LoginFactors, 'find'>, linkKey: Buffer): Verb<typeof contract.factorReset.request> =>
  async (ctx, { challengeId }) => {
    const login = await factors.find(ctx, challengeId);
    if (!login) throw new Refusal('login_failed', { reason: message('factor_reset_login_old') });
    await lockPerson(ctx.tx, login.userId);
    if ((await countRecentLinks(ctx.tx, login.userId)) < maxLinksPerDay) await sendLink(ctx, linkKey, login);
    return null;
  };

/** A further link opens the same request: a person has one at a time. */
async function sendLink(ctx: Ctx, linkKey: Buffer, login: PendingLogin): Promise<void> {
  const request = await openRequest(ctx, login);
  const id = randomUUID();
  const codeHash = hashToken(deriveFactorResetCode(linkKey, id));
  await insertLink(ctx.tx, { id, requestId: request.id, codeHash });
  await audit(ctx, 'factor_reset.link_sent', `factor-reset:${request.id}`, { person: login.userId });
  await emitState(ctx, request, id);
}

async function openRequest(ctx: Ctx, login: PendingLogin): Promise<ResetRow> {
  const open = await lockOpenRequest(ctx.tx, login.userId);
  const isOver = open !== undefined && isOverdue(open, ctx.now);
  if (isOver) await endReset(ctx, open, { state: 'expired' });
  const expiresAt = hoursAfter(ctx.now, linkHours);
  if (open && !isOver) return open.state === 'requested' ? extendRequest(ctx.tx, open.id, { expiresAt }) : open;
  const created = await insertRequest(ctx.tx, {
    id: v7(),
    userId: login.userId,
    customerId: await selectIdentityCustomer(ctx.tx, login),
    expiresAt,
  });
  await recordState(ctx, factorResetLifecycle, created);
  return created;
}

/** A job ends it within seconds. */
const isOverdue = ({ state, expiresAt }: ResetRow, now: Date): boolean => state !== 'approved' && expiresAt <= now;
