import type { Ctx, CustomerCtx } from '../kernel/verb.ts';
import {
  askApproval,
  type Content,
  type Demand,
  type SentBack,
  type Subject,
  voidApproval,
} from '../team-approval/team-approval.ts';
import { lockPayee, selectPayee } from './payee.sql.ts';
import { type Payee, payeeOf, type Standing, standPayee } from './payee.ts';
import { selectStopped } from './stopped.sql.ts';
import { linesOf } from './summary.ts';

type Account = Pick<Payee, 'type' | 'currency' | 'account'>;

/**
 * An account that staff had blocked is pending for staff again when its deleted payee is added again. Otherwise the
 * customer's approval rules decide.
 */
export async function standingOfNew(
  { tx, actor }: CustomerCtx,
  account: Account,
  demands: readonly Demand[],
): Promise<Standing> {
  const [stopped] = await selectStopped(tx, actor.customerId, [account]);
  if (stopped) return { status: 'pending', reasonCode: stopped, reason: null };
  return demands.length > 0
    ? { status: 'pending', reasonCode: 'team_approval', reason: null }
    : { status: 'approved', reasonCode: null, reason: null };
}

export async function askTeam(ctx: CustomerCtx, payee: Payee, demands: readonly Demand[]): Promise<void> {
  await voidApproval(ctx, 'payee', payee.id, 'It was changed, and asked for again.');
  const { customerId, personId: makerId } = ctx.actor;
  const content = contentOf(payee);
  if (demands.length > 0)
    await askApproval(ctx, { kind: 'payee', subjectId: payee.id, customerId, makerId, content, demands });
}

/** Colleagues approve where money goes; the nickname is not part of it. */
function contentOf(payee: Payee): Content {
  const { id, type, currency, entityType, name, details, nameCheckId, nameCheckResult, actualName } = payee;
  const check = nameCheckResult && [{ label: 'Name check', value: checked(nameCheckResult, actualName) }];
  return {
    title: `Payee ${name}, ${payee.summary}`,
    amount: null,
    link: `/payee/view/${currency.toLowerCase()}/${type}?uid=${id}`,
    facts: [
      { label: 'Name', value: name },
      { label: 'Kind', value: entityType === 'company' ? 'Company' : 'Person' },
      { label: 'Currency', value: currency },
      ...linesOf(payee).map(({ label, value }) => ({ label, value })),
      ...(check ?? []),
    ],
    exact: { id, type, currency, entityType, name, details: Object.entries(details).sort(), nameCheckId },
  };
}

const checked = (result: string, actualName: string | null): string =>
  `${result.replaceAll('_', ' ')}${actualName ? `: ${actualName}` : ''}`;

async function locked({ tx }: Ctx, id: string): Promise<Payee | undefined> {
  const found = await selectPayee(tx, id);
  if (!found || !(await lockPayee(tx, { id, customerId: found.customerId }))) return undefined;
  const row = await selectPayee(tx, id);
  return row && payeeOf(row);
}

/** A hold by staff stays: the answer of the team releases only what waits for the team. */
async function move(ctx: Ctx, id: string, standing: Standing): Promise<void> {
  const payee = await locked(ctx, id);
  if (payee?.status !== 'pending' || payee.reasonCode !== 'team_approval') return;
  await standPayee(ctx, payee, standing, 'decided by the team');
}

export const payeeSubject: Subject = {
  look: async (ctx, id) => {
    const payee = await locked(ctx, id);
    return payee && contentOf(payee);
  },
  approve: async (ctx, id) => {
    await move(ctx, id, { status: 'approved', reasonCode: null, reason: null });
    return undefined;
  },
  sendBack: (ctx: Ctx, id: string, _end: SentBack, reason: string) =>
    move(ctx, id, { status: 'reject', reasonCode: 'team_approval', reason }),
};
