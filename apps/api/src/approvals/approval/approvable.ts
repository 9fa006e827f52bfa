import type {
  ApprovalRequestKind,
  ApprovalRequestState,
  ApprovalRequestSummary,
} from '@larkmere/contract/approvals/approval';
import type { RefusalCode } from '@larkmere/contract/platform/refusals';
import { defaultText } from '@larkmere/messages/format-message';
import { requireUsableByMaker } from '../../accounts/bank-account/bank-account.ts';
import { type Principal, principalFor } from '../../customers/customer/customer.ts';
import { fieldErrorText, Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { listPeople } from './approval.read.ts';
import type { ApprovalContent, ApprovalRequestRow } from './approval.sql.ts';
import { type ApprovalRequirement, canInitiateRequest } from './evaluate-rules.ts';
import { createRequest, type Maker } from './request-approval.ts';

export type UnapprovedState = Exclude<ApprovalRequestState, 'open' | 'approved'>;
export type MakerCtx = Omit<Ctx, 'actor'> & Readonly<{ actor: Principal }>;
export type Approved<Valid> = Readonly<{ valid: Valid; maker: Principal; approvalId: string }>;

/** What a module supplies for a kind of item that colleagues approve; `defineApproval` does the rest. */
export type Approvable<K extends ApprovalRequestKind, Item, Valid> = Readonly<{
  kind: K;
  /** Locks the item. Undefined if it no longer awaits approval. */
  snapshot: (ctx: Ctx, id: string) => Promise<Item | undefined>;
  describe: (ctx: Ctx, item: Item) => ApprovalContent | Promise<ApprovalContent>;
  /** Bank holder ids of the accounts that it concerns: only members who may use all of them see and approve it. */
  accounts: (ctx: Ctx, item: Item) => readonly string[] | Promise<readonly string[]>;
  /** Checks the item as if its maker made it now, and writes nothing. */
  validate: (asMaker: MakerCtx, item: Item) => Promise<Valid>;
  release: (ctx: Ctx, item: Item, approved: Approved<Valid>) => Promise<void>;
  /** Ends the item without approval, and gives back what was reserved. */
  reject: (ctx: Ctx, item: Item, end: UnapprovedState, reason: string) => Promise<void>;
  /** Completes the reason of a void request, such as "Nothing was sent." */
  nothingDone: string;
}>;

type ReleasedRequest = Pick<ApprovalRequestRow, 'id' | 'makerId' | 'customerId' | 'accounts'>;

export type LockedItem = Readonly<{
  content: ApprovalContent;
  /** Returns the reason if the item can never be released. Throws a refusal if it cannot be released at present. */
  release: (request: ReleasedRequest) => Promise<string | undefined>;
  reject: (end: UnapprovedState, reason: string) => Promise<void>;
}>;

export type ApprovalHandler<K extends ApprovalRequestKind = ApprovalRequestKind> = Readonly<{
  kind: K;
  lock: (ctx: Ctx, id: string) => Promise<LockedItem | undefined>;
}>;
export type ApprovalHandlers = Readonly<{ [K in ApprovalRequestKind]: ApprovalHandler<K> }>;

type ItemToApprove<Item> = Readonly<{
  id: string;
  item: Item;
  maker: Maker;
  requirements: readonly ApprovalRequirement[];
}>;

type RequestableHandler<K extends ApprovalRequestKind, Item> = ApprovalHandler<K> &
  Readonly<{
    /** Null if nobody has to approve. */
    request: (ctx: Ctx, input: ItemToApprove<Item>) => Promise<ApprovalRequestSummary | null>;
  }>;

export const defineApproval = <K extends ApprovalRequestKind, Item, Valid>(
  approvable: Approvable<K, Item, Valid>,
): RequestableHandler<K, Item> => ({
  kind: approvable.kind,
  request: async (ctx, { id, item, maker, requirements }) => {
    if (requirements.length === 0) return null;
    const content = await approvable.describe(ctx, item);
    const accounts = await approvable.accounts(ctx, item);
    return createRequest(ctx, { kind: approvable.kind, subjectId: id, maker, content, accounts, requirements });
  },
  lock: async (ctx, id) => {
    const item = await approvable.snapshot(ctx, id);
    if (item === undefined) return undefined;
    return {
      content: await approvable.describe(ctx, item),
      release: (request) => release(ctx, approvable, item, request),
      reject: (end, reason) => approvable.reject(ctx, item, end, reason),
    };
  },
});

/** Refusals that can pass: the request stays open, and can be approved later. */
const temporaryRefusals: readonly RefusalCode[] = [
  'account_not_usable',
  'account_restricted',
  'amount_invalid',
  'insufficient_funds',
  'limit_exceeded',
  'market_closed',
  'pair_unavailable',
  'rate_moved',
  'rate_unavailable',
  'service_off',
  'swift_not_enabled',
];

async function release<K extends ApprovalRequestKind, Item, Valid>(
  ctx: Ctx,
  { validate, nothingDone, ...approvable }: Approvable<K, Item, Valid>,
  item: Item,
  { id: approvalId, makerId: userId, customerId, accounts }: ReleasedRequest,
): Promise<string | undefined> {
  const maker = await principalFor(ctx.tx, { userId, customerId });
  if (!maker) return defaultText('approval_maker_gone', { nothingDone });
  for (const account of accounts) requireUsableByMaker(maker, account);
  const person = (await listPeople(ctx.tx, customerId)).find(({ id }) => id === userId);
  if (!person || !canInitiateRequest(person, approvable.kind))
    return defaultText('approval_maker_may_not', { nothingDone });
  const valid = await validate({ ...ctx, actor: maker }, item).catch((error: unknown) => {
    if (!(error instanceof Refusal) || temporaryRefusals.includes(error.code)) throw error;
    return error;
  });
  if (valid instanceof Refusal) {
    const [fault] = valid.errors ?? [];
    return fault ? `${fieldErrorText(fault)}. ${nothingDone}` : valid.message;
  }
  await approvable.release(ctx, item, { valid, maker, approvalId });
  return undefined;
}
