import type { Currency } from '@larkmere/money/money';
import type { AccountId, Operation, OperationId, Posting, RefusalCode } from './types.ts';

const day = 86_400_000;

/** A reference model of the ledger in plain integers. Times are microseconds since 1970. */
export type ModelAccount = {
  id: AccountId;
  currency: Currency;
  canGoNegative: boolean;
  canGoPositive: boolean;
  frozen: boolean;
  balance: number;
  held: number;
  pendingCredits: number;
  version: number;
  last: number;
  entries: { amount: number; balance: number; at: number }[];
};

const bookedAtOf = ({ bookedAt }: Operation): number => bookedAt?.getTime() ?? Date.now();

type ModelHold = {
  id: OperationId;
  postings: readonly Posting[];
  expires: number;
  state: 'open' | 'posted' | 'voided';
};
export type ModelAccountState = { id: AccountId; balance: number; available: number; version: number };
export type ModelOutcome = { outcome: 'done' | 'exists' | RefusalCode; accounts: ModelAccountState[] };

export class Model {
  accounts = new Map<AccountId, ModelAccount>();
  holds = new Map<OperationId, ModelHold>();
  done = new Map<
    OperationId,
    { operation: Operation; stated: string; accounts: ModelAccountState[]; moved: readonly Posting[] }
  >();
  reversed = new Set<OperationId>();

  decide(operation: Operation): ModelOutcome {
    const stated = JSON.stringify(operation, (_, v) => (typeof v === 'bigint' ? Number(v) : v));
    const known = this.done.get(operation.id);
    if (known?.stated === stated) return { outcome: 'exists', accounts: known.accounts };
    if (known) return { outcome: 'operation_mismatch', accounts: [] };
    return this.#decideNew(operation, stated);
  }

  #decideNew(operation: Operation, stated: string): ModelOutcome {
    const reverses = 'reverses' in operation ? operation.reverses : undefined;
    const age = bookedAtOf(operation) - Number.parseInt(operation.id.replace('-', '').slice(0, 12), 16);
    if (age > 7 * day || age <= -day) return { outcome: 'id_out_of_window', accounts: [] };
    if (reverses && this.reversed.has(reverses)) return { outcome: 'already_reversed', accounts: [] };
    const found = this.#postings(operation);
    if (typeof found === 'string') return { outcome: found, accounts: [] };
    const before = structuredClone(this.accounts);
    for (const posting of found) {
      const refusal = this.#move(operation, posting);
      if (!refusal) continue;
      this.accounts = before;
      return { outcome: refusal, accounts: [] };
    }
    this.#remember(operation);
    if (reverses) this.reversed.add(reverses);
    const touched = new Set(found.flatMap(({ debit, credit }) => [debit, credit]));
    const accounts = [...touched].sort((a, b) => Number(a - b)).map((id) => this.#stateOf(id));
    this.done.set(operation.id, { operation, stated, accounts, moved: this.#moved(operation, found) });
    return { outcome: 'done', accounts };
  }

  #moved(operation: Operation, postings: readonly Posting[]): readonly Posting[] {
    if (operation.kind === 'post') return postings;
    if (operation.kind !== 'post_hold') return [];
    return postings.map((posting) => ({ ...posting, amount: operation.amount ?? posting.amount }));
  }

  #postings(operation: Operation): readonly Posting[] | RefusalCode {
    if ('postings' in operation) return operation.postings;
    const hold = this.holds.get(operation.holdId);
    if (!hold) return 'hold_unknown';
    if (hold.state !== 'open') return 'hold_already_resolved';
    const part = operation.kind === 'post_hold' ? operation.amount : undefined;
    const [first] = hold.postings;
    if (!part || !first) return hold.postings;
    if (hold.postings.length > 1 || part.minor <= 0n || part.minor > first.amount.minor) return 'hold_amount_mismatch';
    return part.currency === first.amount.currency ? hold.postings : 'currency_mismatch';
  }

  #move(operation: Operation, posting: Posting): RefusalCode | undefined {
    const [from, to] = [this.accounts.get(posting.debit), this.accounts.get(posting.credit)];
    const amount = Number(posting.amount.minor);
    const at = Math.max(bookedAtOf(operation) * 1000, (from?.last ?? 0) + 1, (to?.last ?? 0) + 1);
    if (operation.kind !== 'void_hold') {
      if (posting.debit === posting.credit) return 'same_account';
      if (amount <= 0) return 'amount_out_of_range';
      if (!from || !to) return 'unknown_account';
      const currencies = new Set([from.currency, to.currency, posting.amount.currency]);
      if (currencies.size > 1) return 'currency_mismatch';
      const isAuthorised = operation.kind === 'post_hold' && operation.authorisedBy !== undefined;
      if ((from.frozen || to.frozen) && !isAuthorised) return 'account_frozen';
      if (this.#expires(operation) <= at) return 'hold_expired';
    }
    if (!from || !to) throw new Error('a hold between accounts that do not exist');
    const fresh = 'postings' in operation;
    if (fresh && !from.canGoNegative && from.balance - from.held < amount) return 'insufficient_funds';
    if (fresh && !to.canGoPositive && to.balance + to.pendingCredits + amount > 0) return 'insufficient_funds';
    const moved =
      operation.kind === 'post'
        ? amount
        : operation.kind === 'post_hold'
          ? Number(operation.amount?.minor ?? amount)
          : 0;
    const set = operation.kind === 'hold' ? amount : fresh ? 0 : -amount;
    from.held += set;
    to.pendingCredits += set;
    for (const [account, change] of [
      [from, -moved],
      [to, moved],
    ] as const) {
      account.balance += change;
      account.version += 1;
      account.last = at;
      if (change !== 0) account.entries.push({ amount: change, balance: account.balance, at });
    }
    return undefined;
  }

  #expires(operation: Operation): number {
    if (operation.kind === 'hold') return (operation.expiresAt?.getTime() ?? Infinity) * 1000;
    return operation.kind === 'post_hold' ? (this.holds.get(operation.holdId)?.expires ?? Infinity) : Infinity;
  }

  #remember(operation: Operation): void {
    if (operation.kind === 'hold')
      this.holds.set(operation.id, {
        id: operation.id,
        postings: operation.postings,
        expires: this.#expires(operation),
        state: 'open',
      });
    if (!('holdId' in operation)) return;
    const hold = this.holds.get(operation.holdId);
    if (hold) hold.state = operation.kind === 'post_hold' ? 'posted' : 'voided';
  }

  #stateOf(id: AccountId): ModelAccountState {
    const account = this.accounts.get(id);
    if (!account) throw new Error(`the model has no account ${id}`);
    return { id, balance: account.balance, available: account.balance - account.held, version: account.version };
  }
}
