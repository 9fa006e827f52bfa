import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { defineApproval, loadRequestSummaries, managerRequirements } from '../../../approvals/approval/approval.ts';
import { requirePinAuthorisation } from '../../../identity/pin/pin.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { audit } from '../../../platform/requests/audit.ts';
import { Refusal } from '../../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx, Verb } from '../../../platform/requests/verb.ts';
import type { Payee } from '../payee-record.ts';
import { nameSchemeOf } from '../requirements/requirements.ts';

export async function selectBlockOnNoMatch(tx: Tx, customerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payee.name_check_policy')
    .select('blockOnNoMatch')
    .where('customerId', '=', customerId)
    .executeTakeFirst();
  return row?.blockOnNoMatch ?? false;
}

/** What the partner bank can look up. The server sets it when it starts: what nobody answers is not demanded. */
export const nameLookUps = { promptPay: true };

type CheckedPayee = Pick<Payee, 'type' | 'details' | 'nameCheckResult'>;

export function hasLookUp({ type, details }: Pick<CheckedPayee, 'type' | 'details'>): boolean {
  const scheme = nameSchemeOf(type, details.payTo);
  return scheme !== 'none' && (scheme !== 'promptpay' || nameLookUps.promptPay);
}

/** Whether the customer blocks names that do not match, so that this name may not go unchecked. */
export const isNameCheckDemanded = async (
  { tx }: Pick<Ctx, 'tx'>,
  customerId: string,
  payee: Pick<CheckedPayee, 'type' | 'details'>,
): Promise<boolean> => hasLookUp(payee) && (await selectBlockOnNoMatch(tx, customerId));

/**
 * Refuses `name_check_forbidden` for a payee whose name does not match, and `name_check_required` for one whose name was
 * never checked, where the customer blocks names that do not match. `checkId`: a check of this payee that is judged by
 * itself.
 */
export async function requireCheckedName(
  ctx: Pick<Ctx, 'tx'>,
  customerId: string,
  payee: CheckedPayee,
  checkId?: string | null,
): Promise<void> {
  await requireNameAllowed(ctx, customerId, payee.nameCheckResult);
  if (payee.nameCheckResult !== null || checkId) return;
  if (await isNameCheckDemanded(ctx, customerId, payee))
    throw new Refusal('name_check_required', { reason: message('name_check_demanded') });
}

type NameCheckPolicy = Readonly<{ customerId: string; blockOnNoMatch: boolean; userId: string; at: Date }>;

async function upsertNameCheckPolicy(
  tx: Tx,
  { customerId, blockOnNoMatch, userId, at }: NameCheckPolicy,
): Promise<void> {
  const stated = { blockOnNoMatch, setBy: userId, setAt: at };
  await tx
    .insertInto('payee.name_check_policy')
    .values({ customerId, ...stated })
    .onConflict((conflict) => conflict.column('customerId').doUpdateSet(stated))
    .execute();
}

export const isNameBlocked = async (
  { tx }: Pick<Ctx, 'tx'>,
  customerId: string,
  result: string | null,
): Promise<boolean> => result === 'no_match' && (await selectBlockOnNoMatch(tx, customerId));

/** Refuses `name_check_forbidden` where the customer blocks names that do not match (product.md B4). */
export async function requireNameAllowed(
  ctx: Pick<Ctx, 'tx'>,
  customerId: string,
  result: string | null,
): Promise<void> {
  if (await isNameBlocked(ctx, customerId, result)) throw new Refusal('name_check_forbidden');
}

export const showNameCheckPolicy: Verb<typeof contract.payee.nameCheckPolicy> = async ({ tx, actor }) => {
  const { customerId } = actor;
  const badge = (await loadRequestSummaries(tx, 'name_policy', [customerId])).get(customerId);
  return { blockOnNoMatch: await selectBlockOnNoMatch(tx, customerId), isChangePending: badge?.state === 'open' };
};

/**
 * Blocking applies at once; allowing again needs another manager where there is one. Refuses `approval_invalid`, and
 * `invalid_transition` while a request is open.
 */
export const setNameCheckPolicy: Verb<typeof contract.payee.setNameCheckPolicy> = async (ctx, input) => {
  const { blockOnNoMatch, authorisation, idempotency } = input;
  const { customerId } = ctx.actor;
  const now = await showNameCheckPolicy(ctx, {});
  if (now.isChangePending) throw new Refusal('invalid_transition');
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'payee.set-name-check-policy',
    blockOnNoMatch,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  });
  const loosens = now.blockOnNoMatch && !blockOnNoMatch;
  const requirements = loosens ? await managerRequirements(ctx, ctx.actor, 'name_policy') : [];
  const request = { id: customerId, item: customerId, maker: ctx.actor, requirements };
  if (await nameCheckPolicyApproval.request(ctx, request)) return { ...now, isChangePending: true };
  await storePolicy(ctx, ctx.actor, blockOnNoMatch);
  return { blockOnNoMatch, isChangePending: false };
};

type PolicyAuthor = Pick<CustomerCtx['actor'], 'customerId' | 'userId'>;

async function storePolicy(ctx: Ctx, { customerId, userId }: PolicyAuthor, forbidsNoMatch: boolean): Promise<void> {
  await upsertNameCheckPolicy(ctx.tx, { customerId, userId, blockOnNoMatch: forbidsNoMatch, at: ctx.now });
  await audit(ctx, 'payee.name_check_policy_set', `customer:${customerId}`, { forbidsNoMatch });
}

export const nameCheckPolicyApproval = defineApproval({
  kind: 'name_policy',
  nothingDone: defaultText('name_policy_stays'),
  snapshot: async ({ tx }, customerId) => ((await selectBlockOnNoMatch(tx, customerId)) ? customerId : undefined),
  accounts: () => [],
  describe: (_, customerId) => ({
    title: defaultText('approve_name_policy'),
    amount: null,
    link: '/team-approval?box=rules',
    details: [{ label: defaultText('summary_effect'), value: defaultText('name_policy_effect') }],
    exact: { customerId, forbidsNoMatch: false },
  }),
  validate: async () => {},
  release: (ctx, _, { maker }) => storePolicy(ctx, maker, false),
  reject: async () => {},
});
